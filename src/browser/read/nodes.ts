import type { Protocol } from '../devtools/cdp.ts';
import type { World } from '../tab/world.ts';
import type { HolesWorld } from './serialize.ts';

/** What stands behind an element that the page's own scripts, and ours, cannot look into. */
export interface Behind {
  /** Handle of its closed shadow root. */
  readonly root?: string;
  /** Id of the frame that it shows. */
  readonly frame?: string;
}

/** Handles to nodes of one document are let go together. */
const groupOf = ({ context }: World) => `gannet-${context}`;

/** Asks DevTools about the elements that the last serialization left open, in its order. */
export const lookBehind = async (world: World): Promise<Behind[]> => {
  const { session, context } = world;
  const objectGroup = groupOf(world);
  const { result } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: heldElements.toString(),
    executionContextId: context,
    objectGroup,
  });
  if (result.objectId === undefined) return [];
  const { result: properties } = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const handles = properties.flatMap(({ name, value }) =>
    /^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : [],
  );
  return Promise.all(handles.map((objectId) => describe(world, objectId)));
};

export const releaseNodes = (world: World): void => {
  // Gone already where the document is.
  world.session.send('Runtime.releaseObjectGroup', { objectGroup: groupOf(world) }).catch(() => undefined);
};

/** Self-contained: runs in the page's isolated world. */
const heldElements = () => (globalThis as typeof globalThis & HolesWorld).gannetHoles;

const describe = async (world: World, objectId: string): Promise<Behind> => {
  const { session, context } = world;
  const { node } = await session.send('DOM.describeNode', { objectId });
  const closed = node.shadowRoots?.find(isClosed);
  if (closed === undefined) return node.frameId === undefined ? {} : { frame: node.frameId };
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId: closed.backendNodeId,
    executionContextId: context,
    objectGroup: groupOf(world),
  });
  return object.objectId === undefined ? {} : { root: object.objectId };
};

const isClosed = ({ shadowRootType }: Protocol.DOM.Node) => shadowRootType === 'closed';
