export { remotesOf } from '../release/apps.ts'
export { startDevelopedPage } from './page.ts'
export { startDevelopedRemote } from './remote.ts'
