// Does with the TypeScript original's store what standard input asks, and prints what came of it. NODE_MODULES holds the packages.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.env.NODE_MODULES}/`);
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { url, steps } = JSON.parse(readFileSync(0, 'utf8'));

async function opened() {
  if (url.startsWith('file:')) return new (await load('@mastra/libsql')).LibSQLStore({ id: 'live', url });
  return new (await load('@mastra/pg')).PostgresStore({ id: 'live', connectionString: url });
}

const dated = (row) => ({ ...row, createdAt: new Date(row.createdAt), ...(row.updatedAt ? { updatedAt: new Date(row.updatedAt) } : {}) });
const store = await opened();
await store.init();
const memory = await store.getStore('memory');
const does = {
  saveThread: ({ thread }) => memory.saveThread({ thread: dated(thread) }),
  saveMessages: ({ messages }) => memory.saveMessages({ messages: messages.map(dated) }),
  listMessages: ({ threadId }) => memory.listMessages({ threadId, perPage: false }),
  listThreads: ({ resourceId }) => memory.listThreads({ filter: { resourceId }, perPage: false }),
};
const answers = [];
for (const { step, ...what } of steps) answers.push(await does[step](what));
process.stdout.write(JSON.stringify(answers));
process.exit(0);
