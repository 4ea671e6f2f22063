import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator';
import type { Chain } from './chain.ts';

/** What is to go wrong with a request, in the order of the fields. */
export interface Fault {
  /** Milliseconds before anything happens. */
  readonly delay?: number;
  readonly drop?: 'before' | 'after';
  /** Answers this instead of doing anything. */
  readonly answer?: readonly [status: number, body: unknown];
  readonly delayAfter?: number;
  /** Answers this although it was done. */
  readonly lie?: readonly [status: number, body: unknown];
}

type Path = '/verify' | '/settle';

/** The reference facilitator for both versions of x402 on a chain of ours, over HTTP on loopback. */
export const startFacilitator = async (chain: Chain, versions: readonly (1 | 2)[] = [1, 2]) => {
  const wallet = chain.wallet(1);
  const signer = toFacilitatorEvmSigner({
    address: wallet.account.address,
    getCode: (request) => wallet.getCode(request),
    readContract: (request) => wallet.readContract(request as never),
    verifyTypedData: (request) => wallet.verifyTypedData(request as never),
    writeContract: (request) => wallet.writeContract(request as never),
    sendTransaction: (request) => wallet.sendTransaction(request),
    waitForTransactionReceipt: (request) => wallet.waitForTransactionReceipt(request),
  });
  const facilitator = new x402Facilitator();
  if (versions.includes(2)) facilitator.register('eip155:84532', new ExactEvmScheme(signer));
  if (versions.includes(1))
    facilitator.registerV1('base-sepolia' as `${string}:${string}`, new ExactEvmSchemeV1(signer));

  /** The next ones: each request to a path takes the first of its list. */
  const faults: Record<Path, Fault[]> = { '/verify': [], '/settle': [] };
  const requests: {
    readonly path: Path;
    readonly authorization: string | undefined;
    readonly body: Record<string, unknown>;
  }[] = [];

  const server = createServer(async (request, response) => {
    const send = ([status, body]: readonly [number, unknown]) => {
      const body_ = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body_);
    };
    try {
      if (request.url === '/supported') return send([200, facilitator.getSupported()]);
      const path = request.url as Path;
      const body = JSON.parse(await text(request));
      requests.push({ path, authorization: request.headers.authorization, body });
      const fault = faults[path].shift();
      if (fault?.delay) await sleep(fault.delay);
      if (fault?.drop === 'before') return request.socket.destroy();
      if (fault?.answer) return send(fault.answer);
      const work = path === '/verify' ? 'verify' : 'settle';
      const answer = await facilitator[work](body.paymentPayload, body.paymentRequirements);
      if (fault?.drop === 'after') return request.socket.destroy();
      if (fault?.delayAfter) await sleep(fault.delayAfter);
      send(fault?.lie ?? [200, answer]);
    } catch (error) {
      send([500, { error: error instanceof Error ? error.message : String(error) }]);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    requests,
    countOf: (path: Path) => requests.filter((request) => request.path === path).length,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type TestFacilitator = Awaited<ReturnType<typeof startFacilitator>>;
