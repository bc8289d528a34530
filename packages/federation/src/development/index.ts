export { startDevelopedPage } from './page.ts'
export { remotesOf, startDevelopedRemote } from './remote.ts'
