// Bundles of the web client: `node bundle.js FOLDER` writes modules, style sheets and `manifest.json` into a folder.
// The same sources give the same bytes. service/decisions/084-bundles.md has the reasons.
//
// Each module is in exactly one bundle, so that its state exists once in a page, as without bundles. A bundle exports
// the names that other bundles use as `m<number>_<name>`, and a module that is imported by `import()` as `m<number>`.

import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

import {build, transform, version} from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const STATIC = join(ROOT, 'service/web/static');
const BOARDS = join(ROOT, 'projections/boards');
const TEMPLATES = join(ROOT, 'service/web/templates');
/** Where the bundles are served, so that their source maps name the sources; nothing is written there. */
const OUT = join(STATIC, 'bundles/js');
/** Modules that the service makes of JSON: the symbols of titles, and the icons. */
const SYMBOLS = /^js\/board\/titles\/(\w+)\/symbols\.js$/;
const ICONS = 'js/board/icons/symbols.js';
const TARGET = 'es2022';

/** What every page begins with. */
const CORE = ['js/core/shell.js', 'js/core/later.js', 'js/table/first.js'];
/**
 * Small modules that pages of several bundles use. Modules of `core/` and of lit-html are there, too, if shared. Board
 * and table have the icons of both, embed and table the batches of both: neither loads the other.
 */
const SHARED = [
  'js/table/look.js', 'js/reports/control.js', 'js/core/silence.js', ICONS, 'js/table/batches.js', 'js/table/guide.js',
  'js/meeting/following.js',
];
/** The board, with the modules of the titles: the page of a game needs one of them before its first decision. */
const BOARD = ['js/board/board.js', /^js\/board\/titles\/\w+\.js$/, 'js/board/labels.js', 'js/board/approach.js'];
/** The table of a game that runs, with what it loads before the first decision or soon after it. */
const TABLE = [
  'js/table/table.js', 'js/table/question.js', 'js/table/symbols.js', 'js/table/course.js', 'js/table/kept.js',
  'js/table/chosen.js',
];
/** Scripts of several pages. */
const PAGES = ['js/pages/first_game.js'];
/** The replay that is open, with what its dialogs share. */
const REPLAY = ['js/replay/opened.js'];
/** Names of the bundles of other shared modules, by the folder of the module. */
const FOLDERS = {meeting: 'pages', push: 'pages', reports: 'moderation', table: 'talk'};

/** Return the paths of all files below a folder, in order. */
async function filesIn(folder) {
  const found = await readdir(folder, {recursive: true, withFileTypes: true});
  return found.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name))).sort();
}

/** Return the JSON of which a module is made, and the name that it exports; null for a module that is written. */
function madeOf(path) {
  const title = SYMBOLS.exec(path)?.[1];
  if (title) return {file: join(BOARDS, title, 'symbols.json'), name: 'SYMBOLS'};
  return path === ICONS ? {file: join(BOARDS, 'glyphs.json'), name: 'GLYPHS'} : null;
}

/** Return the text of a module. One of JSON is made as the service makes it. */
async function textOf(path) {
  const made = madeOf(path);
  if (!made) return readFile(join(STATIC, path), 'utf8');
  return `export const ${made.name} = ${JSON.stringify(JSON.parse(await readFile(made.file, 'utf8')))};\n`;
}

/** A plugin that reads all modules through `textOf`. */
const reading = {
  name: 'reading',
  setup(it) {
    it.onResolve({filter: /^\./}, ({path, resolveDir}) => ({path: resolve(resolveDir, path)}));
    it.onLoad({filter: /symbols\.js$/}, async ({path}) => (
      {contents: await textOf(relative(STATIC, path)), resolveDir: dirname(path)}
    ));
  },
};

/** Return what each module imports, and the names that it exports. */
async function graphOf(modules) {
  const shared = {write: false, metafile: true, format: 'esm', target: TARGET, outdir: '/out', absWorkingDir: STATIC};
  const written = modules.filter((path) => !madeOf(path));
  const whole = await build({...shared, entryPoints: written, bundle: true, splitting: true, plugins: [reading]});
  const inputs = Object.keys(whole.metafile.inputs).filter((path) => !madeOf(path));
  const alone = await build({...shared, entryPoints: inputs, outbase: STATIC});
  const exported = new Map(Object.values(alone.metafile.outputs).map(({entryPoint, exports}) => [entryPoint, exports]));
  return new Map(Object.entries(whole.metafile.inputs).map(([path, {imports}]) => {
    const of = (kind) => imports.filter((one) => one.kind === kind).map((one) => one.path);
    const names = exported.get(path) ?? [madeOf(path)?.name];
    return [path, {now: of('import-statement'), later: of('dynamic-import'), names}];
  }));
}

/** Return modules and all that they import, each before the modules that import it. */
function closureOf(graph, entries) {
  const found = new Set();
  const done = new Set();
  const visit = (path) => {
    if (done.has(path)) return;
    done.add(path);
    for (const one of graph.get(path)?.now ?? []) visit(one);
    found.add(path);
  };
  entries.forEach(visit);
  return [...found];
}

/**
 * Return the modules that are scripts of pages, each with the first one of its page; one of several pages is its own.
 * A name with a variable part stands for its whole folder.
 */
async function entriesOf(modules) {
  const found = new Map();
  const add = (path, first) => {
    if (modules.includes(path)) found.set(path, found.has(path) ? path : first);
  };
  for (const file of await filesIn(TEMPLATES)) {
    const text = await readFile(join(TEMPLATES, file), 'utf8');
    const named = new Set([...text.matchAll(/asset\("(js\/[^"]+\.js)"\)/g)].map(([, path]) => path));
    for (const path of named) add(path, [...named][0]);
    for (const [, folder] of text.matchAll(/asset\("(js\/[^"]+\/)" ~/g)) {
      modules.filter((path) => path.startsWith(folder) && !path.slice(folder.length).includes('/'))
        .forEach((path) => add(path, path));
    }
  }
  return found;
}

/** Return the name of the bundle of each module. */
function bundled(graph, entries) {
  const bundles = new Map();
  const take = (name, paths) => {
    for (const path of closureOf(graph, paths)) if (!bundles.has(path)) bundles.set(path, name);
  };
  const all = [...graph.keys()].sort();
  const named = (wanted) => (
    all.filter((path) => wanted.some((one) => (one instanceof RegExp ? one.test(path) : one === path)))
  );
  // a page, or what is loaded later, needs all modules of its closure
  const later = [...new Set([...graph.values()].flatMap((one) => one.later))];
  const roots = [...new Set([...entries.keys(), ...later])].sort();
  const reached = new Map();
  for (const root of roots) {
    const first = entries.get(root) ?? root;
    for (const path of closureOf(graph, [root])) reached.set(path, [...new Set([...reached.get(path) ?? [], first])]);
  }
  const isShared = (path) => (reached.get(path)?.length ?? 0) > 1;
  take('core', [...CORE, ...SHARED, ...all.filter((path) => /^(js\/core|vendor)\//.test(path) && isShared(path))]);
  take('board', named(BOARD));
  take('table', TABLE);
  take('pages', PAGES);
  for (const path of all) {
    if (bundles.has(path)) continue;
    const by = reached.get(path) ?? [];
    // what embeds share does not use the modules of pages
    if (by.length > 1 && by.some((root) => root.startsWith('js/embed/'))) take('embed', [path]);
  }
  take('replay', REPLAY);
  for (const path of all) {
    if (bundles.has(path)) continue;
    const by = reached.get(path) ?? [];
    const folder = path.split('/')[1] ?? '';
    bundles.set(path, by.length > 1 ? FOLDERS[folder] ?? folder : (by[0] ?? path).slice(3, -3).replaceAll('/', '-'));
  }
  return bundles;
}

/** Return the style sheets of each page, and those of the page without what a condition adds. */
async function sheetsOf() {
  const found = new Map();
  for (const file of await filesIn(TEMPLATES)) {
    const text = await readFile(join(TEMPLATES, file), 'utf8');
    const base = /{% extends "([^"]+)" %}/.exec(text)?.[1];
    if (!base) continue;
    const above = (await readFile(join(TEMPLATES, base), 'utf8')).matchAll(/asset\("(css\/[^"]+)"\)/g);
    const before = [...above].map(([, path]) => path);
    const always = [...before];
    const all = [...before];
    let depth = 0;
    for (const line of text.split('\n')) {
      depth += (line.match(/{% if /g)?.length ?? 0) - (line.match(/{% endif/g)?.length ?? 0);
      const path = /rel="stylesheet" href="{{ asset\("(css\/[^"]+)"\) }}"/.exec(line)?.[1];
      if (path) all.push(path);
      if (path && !depth) always.push(path);
    }
    for (const sheets of [always, all]) if (sheets.length > 1) found.set(sheets.join(' '), sheets);
  }
  return [...found.values()];
}

/** Return the name of the file of style sheets. */
function nameOf(sheets) {
  return sheets.map((path) => path.replace(/^css\/|\.css$/g, '')).join('-');
}

/** Return a digest of what bundles are made of: the service uses bundles of its own sources only. */
async function digestOf(symbols) {
  const sums = [];
  const add = async (name, file) => {
    sums.push(`${createHash('sha256').update(await readFile(file)).digest('hex')} ${name}\n`);
  };
  for (const path of await filesIn(STATIC)) if (/\.(js|css)$/.test(path)) await add(path, join(STATIC, path));
  for (const title of symbols) await add(title, join(BOARDS, title, 'symbols.json'));
  await add('glyphs', join(BOARDS, 'glyphs.json'));
  return createHash('sha256').update(sums.sort().join('')).digest('hex');
}

async function main(folder) {
  const {devDependencies} = JSON.parse(await readFile(join(HERE, 'package.json'), 'utf8'));
  if (version !== devDependencies.esbuild) throw new Error(`esbuild is ${version}: run npm ci in bundling/`);
  const titles = await readdir(BOARDS, {recursive: true});
  const symbols = titles.filter((path) => path.endsWith('/symbols.json')).map((path) => dirname(path)).sort();
  const worker = 'js/push/worker.js';
  const own = (await filesIn(join(STATIC, 'js'))).map((path) => `js/${path}`);
  const modules = own.filter((path) => path.endsWith('.js') && path !== worker && path !== 'js/embed/ludolog.js');
  modules.push(ICONS, ...symbols.map((title) => `js/board/titles/${title}/symbols.js`));
  const graph = await graphOf(modules);
  const bundles = bundled(graph, await entriesOf(modules));
  const numbers = new Map([...graph.keys()].sort().map((path, number) => [path, `m${number}`]));
  const names = [...new Set(bundles.values())].sort();
  const membersOf = (name) => (
    closureOf(graph, [...graph.keys()].sort()).filter((path) => bundles.get(path) === name)
  );

  /** Return a text whose `import()` asks the bundle of the module. */
  async function withBundles(path, text) {
    const {later} = graph.get(path) ?? {later: []};
    if (!later.length) return text;
    // comments have imports of types
    const {code} = await transform(text, {sourcemap: 'inline', sourcefile: basename(path), target: TARGET});
    const added = new Set();
    const changed = code.replace(/\bimport\("(\.[^"]+)"\)/g, (_, name) => {
      const wanted = relative(STATIC, resolve(STATIC, dirname(path), name));
      const [bundle, number] = [bundles.get(wanted), numbers.get(wanted)];
      if (!bundle || !number) throw new Error(`${path} imports ${wanted}`);
      if (bundle !== bundles.get(path)) return `import("bundle:${bundle}").then((all)=>all.${number})`;
      added.add(`import * as ${number} from ${JSON.stringify(name)};`);
      return `Promise.resolve(${number})`;
    });
    if (changed.includes('import(".')) throw new Error(`${path} has an import() that is not understood`);
    return `${[...added].join('')}${changed}`;
  }

  /** A plugin that leaves the modules of other bundles to them. */
  const bundling = (name) => ({
    name: 'bundling',
    setup(it) {
      it.onResolve({filter: /^bundle:/}, ({path}) => ({path: `./${path.slice(7)}.js`, external: true}));
      it.onResolve({filter: /^entry$/}, () => ({path: 'entry', namespace: 'entry'}));
      it.onResolve({filter: /^[./]/}, ({path, resolveDir}) => {
        const whole = resolve(resolveDir, path);
        const inner = relative(STATIC, whole);
        if (bundles.get(inner) === name) return {path: whole};
        // its path is in the source map: it must not depend on the folder of the checkout
        return {path: inner, namespace: 'other', sideEffects: false};
      });
      it.onLoad({filter: /.*/, namespace: 'entry'}, () => {
        const lines = membersOf(name).flatMap((path) => {
          const [file, number] = [JSON.stringify(`./${path}`), numbers.get(path) ?? ''];
          const exported = (graph.get(path)?.names ?? []).map((one) => `${one} as ${number}_${one}`);
          const isLater = [...graph].some(([by, {later}]) => later.includes(path) && bundles.get(by) !== name);
          return [
            `import ${file};`,
            exported.length ? `export {${exported}} from ${file};` : '',
            isLater ? `export * as ${number} from ${file};` : '',
          ];
        });
        // what is imported for its effects only, such as an element
        const imported = membersOf(name).flatMap((path) => graph.get(path)?.now ?? []);
        const others = new Set(imported.map((path) => bundles.get(path)));
        others.delete(name);
        lines.unshift(...[...others].sort().map((one) => `import "bundle:${one}";`));
        return {contents: lines.join('\n'), resolveDir: STATIC};
      });
      it.onLoad({filter: /.*/, namespace: 'other'}, ({path}) => {
        const [bundle, number] = [bundles.get(path), numbers.get(path)];
        if (!bundle) throw new Error(`${path} is in no bundle`);
        const exported = (graph.get(path)?.names ?? []).map((one) => `${number}_${one} as ${one}`);
        return {contents: `export {${exported}} from "bundle:${bundle}";`, resolveDir: STATIC};
      });
      it.onLoad({filter: /\.js$/}, async ({path}) => {
        const inner = relative(STATIC, path);
        const text = await textOf(inner);
        // an address that is relative to a module is relative to its bundle, which lies as deep
        if (text.includes('import.meta') && inner.split('/').length !== 3) throw new Error(`${inner} has import.meta`);
        return {contents: await withBundles(inner, text), resolveDir: dirname(path)};
      });
    },
  });

  const built = (name) => build({
    stdin: {contents: 'export * from "entry";', resolveDir: STATIC, sourcefile: `${name}.js`},
    outfile: join(OUT, `${name}.js`), absWorkingDir: STATIC, bundle: true, write: false, metafile: true, format: 'esm',
    minify: true, target: TARGET, charset: 'utf8', legalComments: 'eof', sourcemap: 'linked',
    plugins: [bundling(name)],
    logOverride: {'ignored-bare-import': 'silent'},
  });
  // those of former sources
  for (const part of ['js', 'css']) await rm(join(folder, part), {recursive: true, force: true});
  const imports = {};
  for (const name of names) {
    const {outputFiles, metafile} = await built(name);
    await mkdir(join(folder, 'js'), {recursive: true});
    for (const {path, contents} of outputFiles) {
      await writeFile(join(folder, 'js', relative(OUT, path)), contents);
    }
    const found = Object.values(metafile.outputs).flatMap((one) => one.imports)
      .filter(({kind, external}) => external && kind === 'import-statement').map(({path}) => path.slice(2, -3));
    imports[name] = [...new Set(found)].sort();
  }
  const styles = {};
  await mkdir(join(folder, 'css'), {recursive: true});
  for (const sheets of await sheetsOf()) {
    const contents = sheets.map((path) => `@import ${JSON.stringify(`./${path}`)};`).join('\n');
    const {outputFiles} = await build({
      stdin: {contents, resolveDir: STATIC, loader: 'css'},
      absWorkingDir: STATIC, bundle: true, write: false, minify: true, charset: 'utf8', legalComments: 'eof',
    });
    styles[sheets.join(' ')] = nameOf(sheets);
    await writeFile(join(folder, 'css', `${nameOf(sheets)}.css`), outputFiles[0]?.contents ?? '');
  }
  const sorted = (one) => Object.fromEntries(Object.entries(one).sort());
  const manifest = {
    sources: await digestOf(symbols), modules: sorted(Object.fromEntries(bundles)), imports, styles: sorted(styles),
  };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bundle.js FOLDER');
await main(resolve(folder));
