import { embed } from '@atrium/federation/webpack'

const sources = '../src/embed'

export default embed({
  name: 'embed',
  root: import.meta.dirname,
  entry: `./${sources}/index.tsx`,
  document: `${sources}/page-document.ts`,
  cookies: `${sources}/cookies.ts`,
  storage: `${sources}/storage.ts`,
})
