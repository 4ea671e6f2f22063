import { makeDocx, makePdf, makeXlsx, wordParagraph } from './files.ts';
import { file, html, type Page, redirect } from './site.ts';

/** Everything a page can do to make its visitor ask for an address. One row each: a new way is a new row. */

const words = `<h1>Attack page</h1><p>${'Words that make this an ordinary page for the reader of it. '.repeat(10)}</p>`;
const body = (markup: string, head = '') => html('Attack', `${words}${markup}`, head);
const head = (markup: string) => body('', markup);
const script = (text: string) => body(`<script>try{${text}}catch(e){}</script>`);
const worker = (text: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(text)}],{type:'text/javascript'}))`;
const quiet = '.catch(function(){})';

/** @returns the attacks by name; each asks the origin for paths that begin with its name. */
export const attacksOn = (origin: string): ReadonlyMap<string, Page> =>
  new Map(Object.keys(attacks(origin)).map((name) => [name, attacks(`${origin}/${name}`)[name] ?? '']));

const attacks = (to: string): Readonly<Record<string, Page>> => {
  const ws = to.replace(/^http/, 'ws');
  const { host, port } = new URL(to);
  const svg = (markup: string): Page =>
    file(
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${markup}<text y="9">Gannets</text></svg>`,
    );
  return {
    // Going elsewhere.
    'redirect-301': (_, response) => response.writeHead(301, { location: `${to}/301` }).end(),
    'redirect-302': redirect(`${to}/302`),
    'redirect-303': (_, response) => response.writeHead(303, { location: `${to}/303` }).end(),
    'redirect-307': (_, response) => response.writeHead(307, { location: `${to}/307` }).end(),
    'redirect-308': (_, response) => response.writeHead(308, { location: `${to}/308` }).end(),
    'redirect-scheme-relative': redirect(`${to.replace('http:', '')}/relative`),
    'redirect-with-user': redirect(`${to.replace('//', '//public.example@')}/user`),
    'header-refresh': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', refresh: `0;url=${to}/refresh` }).end(body('')),
    'meta-refresh': head(`<meta http-equiv="refresh" content="0;url=${to}/meta">`),
    'script-location': script(`location.href='${to}/location'`),
    'script-form': script(
      `var f=document.createElement('form');f.method='post';f.action='${to}/form';document.body.appendChild(f);f.submit()`,
    ),
    'script-open': script(`open('${to}/open');open('${to}/named','name','width=9')`),
    'script-navigation-api': script(`navigation.navigate('${to}/navigation')`),
    'anchor-click': body(
      `<a id="a" href="${to}/anchor" ping="${to}/ping">x</a><script>document.getElementById('a').click()</script>`,
    ),
    'area-ping': body(
      `<map name="m"><area id="r" href="#x" ping="${to}/area-ping" shape="default"></map><script>document.getElementById('r').click()</script>`,
    ),

    // What a page is made of.
    images: body(
      `<img src="${to}/img"><img srcset="${to}/srcset 2x"><picture><source srcset="${to}/source"><img></picture>
       <input type="image" src="${to}/input"><svg><image href="${to}/svg-image"/><use href="${to}/use#a"/></svg>`,
    ),
    styles: head(
      `<link rel="stylesheet" href="${to}/css"><style>@import url(${to}/import);@font-face{font-family:x;src:url(${to}/font)}
       body{font-family:x;background:url(${to}/background);cursor:url(${to}/cursor),auto;list-style:url(${to}/list)}
       h1::before{content:url(${to}/content)} p{mask:url(${to}/mask);border-image:url(${to}/border) 1}</style>`,
    ),
    frames: body(
      `<iframe src="${to}/frame"></iframe><iframe srcdoc="<img src='${to}/srcdoc'>"></iframe><object data="${to}/object"></object>
       <embed src="${to}/embed"><iframe src="/attack/redirect-302"></iframe><img src="/attack/redirect-307">`,
    ),
    frameset: `<html><head><title>f</title></head><frameset><frame src="${to}/frameset"></frameset></html>`,
    media: body(
      `<video src="${to}/video" poster="${to}/poster" autoplay muted></video><audio src="${to}/audio" autoplay></audio>
       <video autoplay muted><source src="${to}/media"><track default kind="captions" src="${to}/track"></video>`,
    ),
    scripts: body(
      `<script src="${to}/script"></script><script type="module" src="${to}/module"></script>
       <script type="module">import '${to}/static-import'</script><script type="importmap">{"imports":{"a":"${to}/map"}}</script>
       <script>import('${to}/dynamic')${quiet}</script>`,
    ),
    links: head(
      `<link rel="icon" href="${to}/icon"><link rel="apple-touch-icon" href="${to}/touch"><link rel="manifest" href="${to}/manifest">
       <link rel="preload" as="fetch" href="${to}/preload"><link rel="modulepreload" href="${to}/modulepreload">
       <link rel="prefetch" href="${to}/prefetch"><link rel="prerender" href="${to}/prerender"><link rel="preconnect" href="${to}">
       <link rel="dns-prefetch" href="${to}"><link rel="search" type="application/opensearchdescription+xml" href="${to}/search">
       <base href="${to}/base/"><link rel="stylesheet" href="relative.css">`,
    ),
    'speculation-rules': head(
      `<script type="speculationrules">{"prefetch":[{"urls":["${to}/speculated"],"eagerness":"immediate"}],"prerender":[{"urls":["${to}/prerendered"],"eagerness":"immediate"}]}</script>`,
    ),
    'link-headers': (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html',
          link: `<${to}/header-preload>; rel=preload; as=image, <${to}/header-css>; rel=stylesheet, <${to}>; rel=preconnect`,
          'speculation-rules': `"${to}/rules.json"`,
          'content-security-policy-report-only': `default-src 'none'; report-uri ${to}/csp`,
          'reporting-endpoints': `a="${to}/report"`,
          'report-to': `{"group":"a","max_age":9,"endpoints":[{"url":"${to}/report-to"}]}`,
          nel: '{"report_to":"a","max_age":9,"success_fraction":1}',
          'service-worker-allowed': '/',
          sourcemap: `${to}/header.map`,
        })
        .end(body('<script>eval("1")//# sourceMappingURL=x</script>')),
    'early-hints': (_, response) => {
      response.writeEarlyHints({ link: `<${to}/early>; rel=preload; as=style` });
      response.writeHead(200, { 'content-type': 'text/html' }).end(body(''));
    },

    // What its scripts ask for.
    requests: script(
      `fetch('${to}/fetch',{mode:'no-cors'})${quiet};fetch('${to}/cors')${quiet};fetch('${to}/keepalive',{keepalive:true,mode:'no-cors'})${quiet};
       var x=new XMLHttpRequest();x.open('GET','${to}/xhr');x.send();navigator.sendBeacon('${to}/beacon','x');
       new EventSource('${to}/events');if(window.fetchLater)fetchLater('${to}/later');new Image().src='${to}/image';new Audio('${to}/audio').play()${quiet}`,
    ),
    sockets: script(
      `new WebSocket('${ws}/socket');if(window.WebSocketStream)new WebSocketStream('${ws}/stream');
       try{new WebTransport('https://${host}/transport').ready${quiet}}catch(e){}`,
    ),
    'web-rtc': script(
      `var p=new RTCPeerConnection({iceServers:[{urls:'stun:${host}'},{urls:'turn:${host}?transport=tcp',username:'u',credential:'c'},{urls:'turns:${host}?transport=tcp',username:'u',credential:'c'}]});
       p.createDataChannel('x');p.createOffer().then(function(o){return p.setLocalDescription(o)}).then(function(){
       p.addIceCandidate({candidate:'candidate:1 1 udp 2122260223 127.0.0.2 ${port} typ host',sdpMid:'0'})${quiet}})`,
    ),
    'dedicated-worker': script(
      `new Worker(${worker(`fetch('${to}/worker',{mode:'no-cors'});new WebSocket('${ws}/worker-socket');importScripts('${to}/worker-script')`)})`,
    ),
    'shared-worker': script(`new SharedWorker(${worker(`fetch('${to}/shared',{mode:'no-cors'})`)})`),
    'service-worker': body(
      `<script>navigator.serviceWorker.register('/attack/worker.js').then(function(r){var w=r.installing;w.postMessage(0)})</script>`,
    ),
    worklet: script(
      `new AudioContext().audioWorklet.addModule('${to}/worklet')${quiet};CSS.paintWorklet&&CSS.paintWorklet.addModule('${to}/paint')`,
    ),
    'other-schemes': body(
      `<iframe src="file:///etc/passwd"></iframe><iframe src="view-source:${to}/view"></iframe><iframe src="chrome://version"></iframe>
       <iframe src="data:text/html,<img src='${to}/data'>"></iframe><iframe src="filesystem:${to}/temporary/x"></iframe>
       <script>try{location.href='file:///etc/passwd'}catch(e){};var b=URL.createObjectURL(new Blob(["<img src='${to}/blob'>"],{type:'text/html'}));
       var f=document.createElement('iframe');f.src=b;document.body.appendChild(f)</script>`,
    ),

    'worker.js': file(
      'text/javascript',
      `addEventListener('install',function(e){e.waitUntil(fetch('${to}/service-worker',{mode:'no-cors'})${quiet})});importScripts('${to}/imported')`,
    ),

    // Documents that are no pages.
    'picture.svg': svg(
      `<image href="${to}/a" width="9" height="9"/><image xlink:href="${to}/b"/><use href="${to}/c#x"/><style>@import url(${to}/d)</style>
       <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${to}/e"/></foreignObject><script href="${to}/f"/>`,
    ),
    'text.xml': file(
      'application/xml',
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${to}/xsl"?><!DOCTYPE x SYSTEM "${to}/dtd" [<!ENTITY f SYSTEM "${to}/entity"><!ENTITY g SYSTEM "file:///etc/passwd">]>
       <x xmlns:xi="http://www.w3.org/2001/XInclude">&f;&g;<xi:include href="${to}/include"/></x>`,
    ),
    'paper.pdf': file(
      'application/pdf',
      makePdf([[{ text: 'Gannets dive from thirty metres', x: 72, y: 700, link: `${to}/pdf` }]]),
    ),
    'letter.docx': file(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      makeDocx(`${wordParagraph('Gannets dive from thirty metres')}${wordPicture}`, {
        relationships: `<Relationship Id="rId5" Type="${office}/image" Target="${to}/docx" TargetMode="External"/>
          <Relationship Id="rId6" Type="${office}/attachedTemplate" Target="${to}/template" TargetMode="External"/>`,
      }),
    ),
    'book.xlsx': file(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      makeXlsx({
        Birds: [[{ attributes: 't="str"', inside: `<f>WEBSERVICE("${to}/sheet")</f><v>Gannet</v>` }]],
      }),
    ),
  };
};

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A picture that is not in the document: `rId5` says where. */
const wordPicture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId5"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
