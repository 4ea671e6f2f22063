import type { collectFacts, Facts } from './facts.ts';

type Collect = typeof collectFacts;

/**
 * The same facts from every scope that a page can open. Self-contained: runs as a script of the page.
 * `/facts.js` defines `collectFacts`; `/frame`, `/worker.js`, `/shared.js` and `/service.js` run it where they are.
 */
export const collectFromScopes = async (): Promise<Record<string, Facts>> => {
  const openFrame = (attributes: Readonly<Record<string, string>>) =>
    new Promise<Window>((resolve) => {
      const frame = document.createElement('iframe');
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
      const loaded = () => frame.contentWindow && resolve(frame.contentWindow);
      frame.addEventListener('load', loaded);
      document.body.append(frame);
    });
  const inFrame = async (attributes: Readonly<Record<string, string>>) => {
    const inner = await openFrame(attributes);
    return (Reflect.get(inner, 'collectFacts') as Collect)();
  };
  const inBlank = async () => {
    const inner = await openFrame({});
    const script = inner.document.createElement('script');
    script.textContent = `window.collectFacts = ${Reflect.get(window, 'collectFacts')}`;
    inner.document.head.append(script);
    return (Reflect.get(inner, 'collectFacts') as Collect)();
  };
  const answerOf = (port: Worker | MessagePort) =>
    new Promise<Facts>((resolve, reject) => {
      port.onmessage = ({ data }) => resolve(data);
      port.addEventListener('error', (event) =>
        reject(new Error(`worker: ${Reflect.get(event, 'message')}`)),
      );
    });
  const inBlobWorker = () => {
    const source = `(${Reflect.get(window, 'collectFacts')})().then(postMessage)`;
    return answerOf(new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))));
  };
  const inServiceWorker = async () => {
    await navigator.serviceWorker.register('/service.js');
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = answerOf(port1);
    active?.postMessage('facts', [port2]);
    return answer;
  };
  return {
    document: await (Reflect.get(window, 'collectFacts') as Collect)(),
    frame: await inFrame({ src: '/frame' }),
    srcdoc: await inFrame({ srcdoc: '<script src="/facts.js"></script>' }),
    blank: await inBlank(),
    worker: await answerOf(new Worker('/worker.js')),
    blobWorker: await inBlobWorker(),
    sharedWorker: await answerOf(new SharedWorker('/shared.js').port),
    serviceWorker: await inServiceWorker(),
  };
};
