import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

const text = 'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. ';

/** Notes every event of some types as a line of the page: its type, what it was on, and whether it was trusted. */
const noting = (types: string) => `<script>
  const log = document.createElement('ul');
  addEventListener('DOMContentLoaded', () => document.body.append(log));
  for (const type of '${types}'.split(' '))
    addEventListener(type, (event) => {
      const line = document.createElement('li');
      line.textContent = [type, event.target.id, event.isTrusted, event.key, event.code, event.ctrlKey].join(' ');
      log.append(line);
    }, true);
</script>`;

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite({
    '/form': html(
      'Form',
      `<p>${text}</p><form action="/sent"><input id="name" name="name" value="Mr "><input id="mail" name="mail" type="email">
       <select id="town" name="town"><option>Aberdeen</option><option>Berlin</option><option disabled>Cork</option><option>Bergen</option></select>
       <textarea id="note" name="note"></textarea>
       <label><input id="ok" name="ok" type="checkbox" style="opacity:0;position:absolute"> <span>I agree</span></label>
       <button id="send">Send</button></form>`,
    ),
    '/sent': (request, response) => {
      const sent = [...new URL(request.url ?? '', 'http://site').searchParams].map((pair) => pair.join('='));
      setTimeout(
        () =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(html('Sent', `<h1>Sent</h1><pre>${sent.join('\n')}</pre><a id="on" href="/next">on</a>`)),
        300,
      );
    },
    '/next': html('Next', `<h1>The next page</h1><p>${text}</p>`),
    '/covered-list': html(
      'Covered',
      `<p>${text}</p><form action="/sent"><select id="town" name="town" style="position:absolute;clip:rect(0,0,0,0)"><option>Aberdeen<option>Bergen</select><span style="position:relative;background:#fff">Aberdeen</span><br><button id="send">Send</button></form>`,
    ),
    '/busy': html(
      'Busy',
      `<p>${text}</p><script>const work = () => { const end = Date.now() + 800; while (Date.now() < end); setTimeout(work, 5); }; addEventListener('load', () => setTimeout(work, 300));</script>`,
    ),
    '/events': html(
      'Events',
      `<p>${text}</p><button id="button">Press</button><input id="field"><div id="rich" contenteditable>Dear</div>`,
      noting('mousemove mousedown mouseup click keydown keyup input focusin touchstart pointerdown'),
    ),
    '/more': html(
      'More',
      `<p>${text}</p><ol id="list"></ol><button id="more">Load more</button><script>
       let page = 0;
       more.onclick = async () => {
         more.disabled = true;
         const answer = await fetch('/items?page=' + ++page);
         list.insertAdjacentHTML('beforeend', await answer.text());
         more.disabled = false;
       };</script>`,
    ),
    '/items': (request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://site').searchParams.get('page'));
      // What is asked for is shown when its body has come, not its headers.
      response.flushHeaders();
      setTimeout(() => response.end([1, 2].map((n) => `<li>Item ${page}.${n}</li>`).join('')), 600);
    },
    '/endless': html(
      'Endless',
      `<div id="list"></div><script>
       let page = 0, busy = false;
       const load = async () => {
         if (busy || page >= 6) return;
         busy = true;
         const answer = await fetch('/items?page=' + ++page);
         list.insertAdjacentHTML('beforeend', '<section style="height:1500px">' + (await answer.text()) + '</section>');
         busy = false;
       };
       addEventListener('scroll', () => { if (scrollY + innerHeight > document.body.scrollHeight - 200) load(); });
       load();</script>`,
    ),
    '/boxes': html(
      'Boxes',
      `<div id="box" style="height:200px;overflow:auto"><div style="height:3000px">${text}</div></div><p id="at"></p>
       <script>box.onscroll = () => { at.textContent = 'The box is at ' + Math.round(box.scrollTop) + '.'; };</script>`,
    ),
    '/hidden': html(
      'Hidden',
      `<p>${text}</p><button id="none" style="display:none" onclick="say('hidden')">x</button>
       <svg width="0" height="0"><circle id="dot" r="9" onclick="say('drawn')"></circle></svg>
       <div style="position:relative;height:60px"><button id="under" onclick="say('covered')">Under</button>
       <div style="position:absolute;inset:0;background:#fff">Cover</div></div>
       <ul id="said"></ul><script>const say = (what) => said.insertAdjacentHTML('beforeend', '<li>clicked the ' + what + ' one</li>');</script>`,
    ),
    '/moving': html(
      'Moving',
      `<p>${text}</p><style>@keyframes go { to { translate: 900px } } button { animation: go .7s linear infinite alternate; width: 20px }</style>
       <button onclick="said.textContent = 'clicked the moving one'">x</button><p id="said"></p>`,
    ),
    '/locked': html(
      'Locked',
      `<p>${text}</p><input id="open"><input id="off" disabled><input id="none" style="display:none"><input id="fixed" value="as it was" readonly>
       <label id="label" for="named">Name</label> <input id="named"><p id="keys">Keys:</p>
       <div id="host"></div><div id="inline" onclick="this.outerHTML = '<input id=edited autofocus>'; edited.focus()">Edit</div>
       <ul id="values"></ul><script>
       host.attachShadow({ mode: 'open' }).innerHTML = '<input class="within"><input class="off" disabled>';
       keys.onclick = () => {};
       addEventListener('keydown', ({ key, target }) => { if (target === document.body) keys.textContent += ' ' + key; });
       addEventListener('keyup', () => {
         const fields = [...document.querySelectorAll('input'), ...host.shadowRoot.querySelectorAll('input')];
         values.innerHTML = fields.map((field) => '<li>' + (field.id || field.className) + ' holds ' + field.value + '.</li>').join('');
       });</script>`,
    ),
    '/filled': html(
      'Filled',
      `<p>${text}</p><input id="name" value="Jane"><input id="mail" type="email" value="jane@example"><input id="number" type="number" value="40"><ul id="values"></ul><script>
       addEventListener('keyup', () => { values.innerHTML = ['name', 'mail', 'number'].map((id) =>
         '<li>' + id + ' holds ' + document.getElementById(id).value + '.</li>').join(''); });</script>`,
    ),
    '/values': html(
      'Values',
      `<p>${text}</p><label id="label" for="date">Day</label> <input type="date" id="date"><input type="time" id="time">
       <input type="datetime-local" id="moment"><input type="month" id="month"><input type="week" id="week">
       <input type="color" id="color"><input type="range" id="range" max="50"><ul id="values"></ul><script>
       Object.defineProperty(date, 'value', { set: () => {}, get: () => 'of the framework' });
       for (const type of ['input', 'change'])
         addEventListener(type, ({ target }) => values.insertAdjacentHTML('beforeend',
           '<li>' + type + ' ' + target.id + ' ' + (target.valueAsNumber || target.value) + '</li>'));</script>`,
    ),
    '/consent': html(
      'Consent',
      `<p>${text}</p><button id="more" onclick="said.textContent = 'opened by a hand: ' + event.isTrusted">More</button><p id="said"></p>
       <div style="position:fixed;inset:0;background:#fff;z-index:9">This site uses cookies. <button>Accept all</button></div>`,
    ),
    '/inside': html(
      'Inside',
      `<p>${text}</p><div id="host"></div><iframe src="/inner" style="margin:40px;border:7px solid"></iframe><p id="said"></p><script>
       host.attachShadow({ mode: 'open' }).innerHTML = '<button class="deep">Shadow</button>';
       host.shadowRoot.querySelector('button').onclick = (event) => { said.textContent += ' shadow ' + event.isTrusted; };
       addEventListener('message', (event) => { said.textContent += ' frame ' + event.data; });</script>`,
    ),
    '/inner': html(
      'Inner',
      '<button class="framed" style="margin:30px" onclick="parent.postMessage(event.isTrusted, \'*\')">Framed</button>',
    ),
    '/clobbered': html(
      'Clobbered',
      `<p>${text}</p><img name="querySelector"><img name="querySelectorAll"><img name="elementFromPoint"><img name="defaultView">
       <form id="form" onclick="this.insertAdjacentHTML('afterend', '<p>the form was clicked</p>')" style="padding:20px">
       <input name="getClientRects"><input name="matches"><input name="parentNode"><input name="nodeType"><input name="click"></form>`,
    ),
    '/later': html(
      'Later',
      `<p>${text}</p><div id="place"></div><script>setTimeout(() => {
       place.innerHTML = '<button id="late">Late</button>';
       late.onclick = () => setTimeout(() => { place.innerHTML = '<h2>After the timer</h2>'; }, 700);
       }, 600);</script>`,
    ),
    '/debounced': html(
      'Debounced',
      `<p>${text.repeat(6)}</p><input id="search"><ul id="found"></ul><script>
       let timer;
       search.oninput = () => {
         clearTimeout(timer);
         timer = setTimeout(async () => {
           const answer = await fetch('/items?page=' + search.value.length);
           found.innerHTML = await answer.text();
         }, 500);
       };</script>`,
    ),
    '/stuck': html('Stuck', `<p>${text.repeat(6)}</p><button id="stop" onclick="for(;;){}">Stop</button>`),
    '/dialog': html('Dialog', `<p>${text}</p><h2 onclick="alert(1);this.textContent='Alerted'">Alert</h2>`),
    '/file': html(
      'File',
      `<p>${text}</p><input id="file" type="file"><h2 onclick="window.open('/next');this.textContent='Opened'">Open</h2>`,
    ),
    '/json': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"bird":"gannet"}'),
    '/plain': html('Plain', `<h1>Plain</h1><p>${text}</p>`),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = (path: string, actions: unknown, more: Record<string, unknown> = {}) =>
  service.scrape({ url: `${site.origin}${path}`, actions, options: { only_main_content: false }, ...more });
const done = async (path: string, actions: unknown, more: Record<string, unknown> = {}) => {
  const { status, body } = await scrape(path, actions, more);
  expect(status, JSON.stringify(body.detail)).toBe(200);
  return { markdown: body.data.markdown as string, warnings: body.warnings ?? [], metadata: body.metadata };
};

describe('what is done', () => {
  test('a form is filled in and sent, and the page that follows is clicked on', async () => {
    const { markdown, metadata, warnings } = await done('/form', [
      { type: 'type', selector: '#name', text: 'Ada Löve 🐦' },
      { type: 'type', selector: '#mail', text: 'ada@example.com' },
      { type: 'type', selector: '#town', text: 'Berl' },
      { type: 'type', selector: '#note', text: 'one\ntwo' },
      { type: 'click', selector: 'label span' },
      { type: 'click', selector: '#send' },
      { type: 'click', selector: '#on' },
    ]);
    expect(markdown).toContain('The next page');
    expect(metadata.final_url).toBe(`${site.origin}/next`);
    expect(warnings).toEqual([]);
    const sent = new URL(
      site.requests.findLast(({ url }) => url?.startsWith('/sent'))?.url ?? '',
      site.origin,
    );
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      name: 'Mr Ada Löve 🐦',
      mail: 'ada@example.com',
      town: 'Berlin',
      note: 'one\r\ntwo',
      ok: 'on',
    });
  });

  test('Enter sends a form', async () => {
    const { markdown } = await done('/form', [
      { type: 'press', selector: '#name', key: 'Control+A' },
      { type: 'type', selector: '#name', text: 'x' },
      { type: 'press', key: 'Enter' },
    ]);
    expect(markdown).toContain('name=Mr x');
  });

  test('pointer and keys are trusted', async () => {
    const { markdown } = await done('/events', [
      { type: 'click', selector: '#button' },
      { type: 'type', selector: '#field', text: 'aB' },
      { type: 'press', key: 'Control+a' },
      { type: 'press', key: 'Delete' },
      { type: 'type', selector: '#rich', text: ' bird' },
      { type: 'press', key: 'Tab', selector: '#button' },
    ]);
    for (const line of ['mousemove', 'pointerdown', 'mousedown', 'mouseup', 'click'])
      expect(markdown).toMatch(new RegExp(`^[-*] ${line} button true`, 'm'));
    expect(markdown).toContain('keydown field true a KeyA false');
    expect(markdown).toContain('keydown field true B KeyB false');
    expect(markdown).toContain('keydown field true Control ControlLeft true');
    expect(markdown).toContain('keydown field true a KeyA true');
    expect(markdown).toContain('keydown field true Delete Delete false');
    expect(markdown).toContain('Dear bird');
    expect(markdown).toMatch(/keydown button true Tab Tab false\n+[-*] focusin field true/);
    expect(markdown).not.toMatch(/^[-*] \w+ \w* false/m);
  });

  test('a phone taps', async () => {
    const { markdown } = await done('/events', [{ type: 'click', selector: '#button' }], { mobile: true });
    expect(markdown).toContain('touchstart button true');
    expect(markdown).toContain('click button true');
  });

  test('each action meets what the one before it brought', async () => {
    const more = { type: 'click', selector: '#more' };
    const { markdown, warnings } = await done('/more', [more, more, more]);
    for (const item of ['Item 1.1', 'Item 2.2', 'Item 3.2']) expect(markdown).toContain(item);
    expect(warnings).toEqual([]);
  });

  test('a click on an option of a list chooses it, if it is not disabled', async () => {
    const choose = (option: string) => [
      { type: 'click', selector: `#town ${option}` },
      { type: 'click', selector: '#send' },
    ];
    const chosen = await done('/form', choose('option:last-child'));
    expect(chosen.markdown).toContain('town=Bergen');
    expect(chosen.warnings).toEqual([]);
    const covered = await done('/covered-list', choose('option:last-child'));
    expect(covered.markdown).toContain('town=Bergen');
    expect(covered.warnings).toEqual([]);
    const left = await done('/form', choose('option[disabled]'));
    expect(left.markdown).toContain('town=Aberdeen');
    expect(left.warnings).toEqual(['actions.0: the element was disabled: it was clicked by script']);
  });

  test('an endless list is scrolled', async () => {
    const down = { type: 'scroll' };
    const { markdown } = await done('/endless', [down, down, down]);
    expect(markdown).toContain('Item 4.2');
    expect(markdown).not.toContain('Item 6.1');
  });

  test('a box is scrolled, down and up', async () => {
    const by = (direction: string, amount: number) => ({
      type: 'scroll',
      selector: '#box',
      direction,
      amount,
    });
    expect((await done('/boxes', [by('down', 500), by('up', 120)])).markdown).toContain('The box is at 380.');
  });

  test('shadow roots and frames of the same origin are reached', async () => {
    const { markdown, warnings } = await done('/inside', [
      { type: 'click', selector: '.deep' },
      { type: 'click', selector: '.framed' },
    ]);
    expect(markdown).toContain('shadow true frame true');
    expect(warnings).toEqual([]);
  });

  test('one selector reaches across them', async () => {
    const { markdown } = await done('/inside', [
      { type: 'click', selector: 'div#host .deep' },
      { type: 'click', selector: 'body > iframe body button' },
    ]);
    expect(markdown).toContain('shadow true frame true');
    const { status } = await service.scrape({
      url: `${site.origin}/inside`,
      wait_for_selector: '[title="a (b"] .deep',
      timeout_ms: 2000,
    });
    expect(status).toBe(504);
  });

  test('what no pointer reaches is clicked by script, and told', async () => {
    const { markdown, warnings } = await done('/hidden', [
      { type: 'click', selector: '#none' },
      { type: 'click', selector: '#under' },
      { type: 'type', selector: '#dot', text: '' },
    ]);
    expect(markdown).toContain('clicked the drawn one');
    expect(markdown).toContain('clicked the hidden one');
    expect(markdown).toContain('clicked the covered one');
    expect(warnings).toEqual([
      'actions.0: the element was hidden: it was clicked by script',
      'actions.1: the element was covered: it was clicked by script',
      'actions.2: the element was covered: it was clicked by script',
      'actions.2: the element could not be focused: nothing was typed',
    ]);
  });

  test('what never stands still is clicked by script, and told', async () => {
    const { markdown, warnings } = await done('/moving', [{ type: 'click', selector: 'button' }]);
    expect(markdown).toContain('clicked the moving one');
    expect(warnings).toEqual(['actions.0: the element was moving: it was clicked by script']);
  });

  test('what cannot be focused gets no text, and neither does another field', async () => {
    const type = (selector: string, typed: string) => ({ type: 'type', selector, text: typed });
    const { markdown, warnings } = await done('/locked', [
      type('#open', 'one'),
      type('#off', 'SECRET'),
      type('#none', 'SECRET'),
      { type: 'press', selector: '#off', key: 'x' },
      type('.within', 'two'),
      type('.off', 'SECRET'),
      type('#fixed', 'lost'),
      { type: 'press', key: 'Escape' },
    ]);
    for (const line of ['open holds one.', 'within holds two.', 'fixed holds as it was.'])
      expect(markdown).toContain(line);
    expect(markdown).not.toContain('SECRET');
    expect(warnings).toEqual([
      'actions.1: the element was disabled: it was clicked by script',
      'actions.1: the element could not be focused: nothing was typed',
      'actions.2: the element was hidden: it was clicked by script',
      'actions.2: the element could not be focused: nothing was typed',
      'actions.3: the element was disabled: it was clicked by script',
      'actions.3: the element could not be focused: nothing was pressed',
      'actions.5: the element was disabled: it was clicked by script',
      'actions.5: the element could not be focused: nothing was typed',
      'actions.6: the field is read-only: it takes no text',
    ]);
  });

  test('text follows what a field holds already', async () => {
    const { markdown } = await done('/filled', [
      { type: 'type', selector: '#name', text: 't' },
      { type: 'type', selector: '#mail', text: '.org' },
      { type: 'type', selector: '#number', text: '2' },
    ]);
    for (const line of ['name holds Janet.', 'mail holds jane@example.org.', 'number holds 402.'])
      expect(markdown).toContain(line);
  });

  test('dates, times, colours and ranges get their value', async () => {
    const type = (selector: string, typed: string) => ({ type: 'type', selector, text: typed });
    const { markdown, warnings } = await done('/values', [
      type('#date', '2024-05-03'),
      type('#date', 'May 3'),
      type('#time', '13:30'),
      type('#moment', '2024-05-03T13:30'),
      type('#month', '2024-05'),
      type('#week', '2024-W18'),
      type('#color', '#FF8800'),
      type('#range', '20'),
      type('#range', '51'),
      type('#label', '2024-05-04'),
    ]);
    const values = [
      `date ${Date.UTC(2024, 4, 3)}`,
      `time ${(13 * 60 + 30) * 60_000}`,
      `moment ${Date.UTC(2024, 4, 3, 13, 30)}`,
      `month ${(2024 - 1970) * 12 + 4}`,
      `week ${Date.UTC(2024, 3, 29)}`,
      'color #ff8800',
      'range 20',
      `date ${Date.UTC(2024, 4, 4)}`,
    ];
    const events = values.flatMap((value) => [`- input ${value}`, `- change ${value}`]);
    expect(markdown.match(/^- .*/gm)).toEqual(events);
    expect(warnings).toEqual([
      'actions.1: the text is no value of this field: nothing was typed',
      'actions.8: the text is no value of this field: nothing was typed',
    ]);
  });

  test('what takes no focus itself passes it on: a label, text that becomes a field, the page', async () => {
    const { markdown, warnings } = await done('/locked', [
      { type: 'type', selector: '#inline', text: 'three' },
      { type: 'type', selector: '#label', text: 'two' },
      { type: 'press', selector: '#keys', key: 'k' },
      { type: 'press', selector: 'body', key: 'End' },
      { type: 'type', selector: '#keys', text: 'x' },
    ]);
    for (const line of ['named holds two.', 'edited holds three.', 'Keys: k End x'])
      expect(markdown).toContain(line);
    expect(warnings).toEqual(['actions.4: the element takes no text: it was typed to the page']);
  });

  test('a cookie banner over an element is taken away, and a hand clicks it', async () => {
    const { markdown, warnings } = await done('/consent', [{ type: 'click', selector: '#more' }]);
    expect(markdown).toContain('opened by a hand: true');
    expect(warnings).toEqual([]);
  });

  test('selectors are awaited, timers are not run ahead, and the page settles again', async () => {
    const { markdown } = await done('/later', [
      { type: 'click', selector: '#late' },
      { type: 'wait', selector: 'h2' },
    ]);
    expect(markdown).toContain('After the timer');
    expect(
      (
        await done('/later', [
          { type: 'click', selector: '#late' },
          { type: 'wait', ms: 1000 },
        ])
      ).markdown,
    ).toContain('After the timer');
  });

  test('a search that begins some time after the last key is in the answer', async () => {
    const { markdown } = await done('/debounced', [{ type: 'type', selector: '#search', text: 'gannet' }]);
    expect(markdown).toContain('Item 6.2');
  });

  test('a letter beside other keys is small, unless Shift is held', async () => {
    const keys = ['Control+K', 'Meta+K', 'Control+Shift+k', 'K', 'Space'];
    const { markdown } = await done(
      '/events',
      keys.map((key) => ({ type: 'press', key })),
    );
    const pressed = [...markdown.matchAll(/keydown \S* ?true (\S+) Key(?=K)/g)].map(([, key]) => key);
    expect(pressed).toEqual(['k', 'k', 'K', 'K']);
    expect(markdown).toMatch(/keydown \S* ?true +Space/);
  });
  test('shortcuts of the browser are none', async () => {
    const keys = [
      'Control+T',
      'Control+N',
      'Control+W',
      'Control+Shift+W',
      'Control+P',
      'Control+O',
      'Control+S',
    ];
    const { markdown } = await done(
      '/events',
      [
        ...keys,
        'F11',
        'F12',
        'Control+Shift+I',
        'Control+U',
        'Control+Shift+Q',
        'Alt+F4',
        'Alt+ArrowLeft',
      ].map((key) => ({ type: 'press', key })),
    );
    expect(markdown).toContain('keydown true t KeyT true');
    expect(markdown).toContain('keydown true ArrowLeft ArrowLeft false');
  });

  test('they come before javascript', async () => {
    const javascript =
      'document.querySelector("p").textContent = document.querySelector("#field").value + " was typed"';
    const { markdown } = await done('/events', [{ type: 'type', selector: '#field', text: 'gannet' }], {
      javascript,
    });
    expect(markdown).toContain('gannet was typed');
  });

  test('a page that clobbers what actions use is acted on', async () => {
    expect((await done('/clobbered', [{ type: 'click', selector: '#form' }])).markdown).toContain(
      'the form was clicked',
    );
  });

  test('dialogs, windows, lists and file choosers do not hold them up', async () => {
    expect((await done('/dialog', [{ type: 'click', selector: 'h2' }])).markdown).toContain('Alerted');
    const choosing = [
      { type: 'click', selector: '#town' },
      { type: 'type', selector: '#town', text: 'Bergen' },
      { type: 'press', key: 'Enter' },
      { type: 'click', selector: '#send' },
    ];
    expect((await done('/form', choosing)).markdown).toContain('town=Bergen');
    const both = [
      { type: 'click', selector: '#file' },
      { type: 'click', selector: 'h2' },
    ];
    expect((await done('/file', both)).markdown).toContain('Opened');
  });

  test('a text file is shown when there is something to be done on it', async () => {
    const { metadata } = await done('/json', [{ type: 'wait', ms: 10 }]);
    expect(metadata.engine).toBe('browser');
  });

  test('several pages at once are typed into', async () => {
    const words = ['alpha', 'beta', 'gamma', 'delta'];
    const answers = await Promise.all(
      words.map((word) =>
        done('/form', [
          { type: 'type', selector: '#name', text: word },
          { type: 'press', key: 'Enter' },
        ]),
      ),
    );
    for (const [index, word] of words.entries())
      expect(answers[index]?.markdown).toContain(`name=Mr ${word}`);
  });
});

describe('what goes wrong', () => {
  test('a selector that never matches names its action', async () => {
    const { status, body } = await scrape(
      '/plain',
      [{ type: 'wait', ms: 10 }, { type: 'scroll' }, { type: 'click', selector: '.never' }],
      { timeout_ms: 2000 },
    );
    expect(status).toBe(504);
    expect(body.detail).toMatchObject({
      error: 'timeout',
      reason: 'selector',
      message: 'actions.2.selector: nothing matched in time',
      issues: [{ path: 'actions.2.selector' }],
      payment_charged: false,
    });
  });

  test('a page that is busy to the end is one on which nothing matched', async () => {
    const { status, body } = await scrape('/busy', [{ type: 'click', selector: '.never' }], {
      timeout_ms: 2500,
    });
    expect(status).toBe(504);
    expect(body.detail).toMatchObject({ reason: 'selector', issues: [{ path: 'actions.0.selector' }] });
  });
  test('a selector that is none names its action', async () => {
    const { status, body } = await scrape('/plain', [{ type: 'scroll' }, { type: 'click', selector: 'p[' }]);
    expect(status).toBe(400);
    expect(body.detail).toMatchObject({ error: 'invalid_request', issues: [{ path: 'actions.1.selector' }] });
  });

  test('a script that never ends is stopped, and the page is read', async () => {
    const { markdown, warnings } = await done(
      '/stuck',
      [{ type: 'click', selector: '#stop' }, { type: 'scroll' }],
      { timeout_ms: 9000 },
    );
    expect(markdown).toContain('enter the sea');
    expect(warnings).toEqual([
      'actions.0: a script of the page did not end in time; this and what follows may not be done',
    ]);
  });
});
