import type { FastifyReply } from 'fastify';
import { ServiceError } from '../contract/error.ts';
import { openapiDocument } from '../contract/openapi.ts';
import { type EndpointName, type endpoints, endpointTable } from '../contract/routes.ts';
import type { Metrics } from '../metrics.ts';
import { referencePage, referencePolicy } from '../reference/page.ts';
import { version } from '../version.ts';
import { shuttingDown } from './errors.ts';
import type { Services } from './services.ts';

/** The endpoints without authentication. */
export type PublicName = {
  [N in EndpointName]: (typeof endpoints)[N]['auth'] extends 'none' ? N : never;
}[EndpointName];

export const isPublic = (name: EndpointName): name is PublicName => endpointTable[name].auth === 'none';

const notReady = () =>
  new ServiceError('overloaded', {
    message: 'The service has no browser, or its database does not answer: try again later.',
    retry_after: 1,
  });

interface Parts {
  readonly services: Pick<Services, 'health' | 'pricing' | 'proxyStatus' | 'ready'>;
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
}

/** What anyone may read: health, prices, metrics and the reference. */
export const createStatus = ({ services, metrics, isDraining }: Parts) => {
  const openapi = JSON.stringify(openapiDocument(version));
  const reference = referencePage(JSON.parse(openapi));
  return {
    health: () => ({ ...services.health(), ...(isDraining() && { status: 'draining' }) }),
    pricing: () => services.pricing(),
    proxyStatus: () => services.proxyStatus(),
    live: () => 'alive\n',
    ready: async () => {
      if (isDraining()) throw shuttingDown();
      if (!(await services.ready())) throw notReady();
      return 'ready\n';
    },
    metrics: (reply: FastifyReply) => {
      reply.type(metrics.registry.contentType);
      return metrics.registry.metrics();
    },
    openapi: () => openapi,
    reference: (reply: FastifyReply) => {
      reply.headers({
        'content-security-policy': referencePolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      return reference;
    },
  } satisfies Record<PublicName, (reply: FastifyReply) => unknown>;
};
