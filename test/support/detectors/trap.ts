/**
 * Sounds an alarm when anybody but the page touches its document, its functions or what it logs: that is how pages
 * find drivers. Self-contained: the first script of the page. Alarms are synchronous requests, so they arrive before
 * the driver has its answer.
 */
export const layTraps = (): void => {
  const request = XMLHttpRequest;
  const alarm = (what: string) => {
    const sender = new request();
    sender.open('POST', '/alarm', false);
    sender.send(what);
  };

  const method = (prototype: object, name: string) => {
    const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
      alarm(`called ${name}`);
      return Reflect.apply(original, this, args);
    });
  };
  const getter = (prototype: object, name: string) => {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    const read = property?.get;
    if (!read) return;
    Object.defineProperty(prototype, name, {
      ...property,
      get(this: unknown) {
        alarm(`read ${name}`);
        return Reflect.apply(read, this, []);
      },
    });
  };
  /** Whoever lists or reads what is logged has a console open. */
  const log = (write: (...args: unknown[]) => void, where: string) => {
    const bait = new Error('bait');
    Object.defineProperty(bait, 'stack', { get: () => alarm(`${where}: stack of a logged error`) });
    const listed = new Proxy(
      {},
      {
        ownKeys: () => {
          alarm(`${where}: keys of a logged object`);
          return [];
        },
      },
    );
    write(bait);
    write(Object.create(listed));
    write(new Error('traced'));
    write({
      get bait() {
        alarm(`${where}: a property of a logged object`);
        return '';
      },
    });
  };

  Error.prepareStackTrace = (error) => {
    alarm('prepareStackTrace');
    return String(error);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target } of records) alarm(`mutation: ${type} of ${target.nodeName}`);
  });
  // The parser itself makes the other kinds of mutation until the page has loaded.
  observer.observe(document, { attributes: true, subtree: true });

  const logAll = (where: string) => {
    for (const name of ['debug', 'log', 'table', 'groupEnd'] as const)
      log(console[name] as (...args: unknown[]) => void, where);
  };
  const worker = new Worker(
    URL.createObjectURL(
      new Blob(
        [
          `const alarm = (what) => postMessage(what); const log = ${log};`,
          `log(console.debug, 'worker'); log(console.groupEnd, 'worker'); alarm('worker has logged')`,
        ],
        { type: 'text/javascript' },
      ),
    ),
  );
  worker.onmessage = ({ data }) => alarm(data);

  addEventListener('load', () => {
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    for (const name of ['querySelector', 'querySelectorAll', 'createTreeWalker', 'getElementsByTagName'])
      method(Document.prototype, name);
    for (const name of [
      'getAttribute',
      'getAttributeNames',
      'checkVisibility',
      'getBoundingClientRect',
      'matches',
    ])
      method(Element.prototype, name);
    for (const name of ['getComputedStyle', 'setTimeout', 'requestAnimationFrame', 'matchMedia'])
      method(window, name);
    for (const name of ['outerHTML', 'innerHTML', 'shadowRoot']) getter(Element.prototype, name);
    for (const name of ['firstChild', 'nextSibling', 'childNodes', 'textContent', 'nodeValue'])
      getter(Node.prototype, name);
    for (const name of ['body', 'documentElement', 'title', 'scripts', 'readyState'])
      getter(Document.prototype, name);
    method(XMLSerializer.prototype, 'serializeToString');
    logAll('page');
    // The page trips one trap of each kind itself: an alarm that cannot sound proves nothing.
    document.querySelector('p');
    void document.title;
    Reflect.apply(
      Element.prototype.setAttribute,
      Reflect.apply(Document.prototype.getElementById, document, ['words']),
      ['data-tripped', ''],
    );
  });
};

/** Says that the traps of the worker were laid and what it logs was not looked at. */
export const workerHasLogged = 'worker has logged';

/** Alarms that the page sounds itself. */
export const ownAlarms = ['called querySelector', 'mutation: attributes of P', 'read title', workerHasLogged];
