import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../contract/error.ts';

/** The files of the dashboard, at `/ui/`. */

/** A file of the dashboard, as it is sent. */
interface File {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Dashboard {
  /** @param name below `/ui/`. @param accepts the header Accept-Encoding. */
  file(name: string, accepts: string): Promise<File | undefined>;
}

/** Serves the dashboard at `/ui/`. Its files are public; what it shows it asks the API for, with the key of who looks at it. */
export const mountDashboard = (app: FastifyInstance, { file }: Dashboard): void => {
  const method = ['GET', 'HEAD'];
  for (const url of ['/ui', '/ui/*'])
    app.route({
      method: app.supportedMethods.filter((name) => !method.includes(name)),
      url,
      handler: (_, reply) => {
        reply.header('allow', method.join(', '));
        throw new ServiceError('method_not_allowed');
      },
    });
  // Whoever opens the address that the service tells at its start looks for a page.
  app.route({ method, url: '/', handler: (_, reply) => reply.redirect('/ui/', 302) });
  app.route({ method, url: '/ui', handler: (_, reply) => reply.redirect('/ui/', 308) });
  app.route<{ Params: { '*': string } }>({
    method,
    url: '/ui/*',
    handler: async (request, reply) => {
      const found = await file(request.params['*'], [request.headers['accept-encoding']].flat().join(','));
      if (found === undefined) throw new ServiceError('not_found');
      reply.headers(found.headers);
      if (request.headers['if-none-match'] === found.headers.etag) return reply.code(304).send();
      return reply.send(found.body);
    },
  });
};
