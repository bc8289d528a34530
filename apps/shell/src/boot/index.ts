export { boot } from './boot.tsx'
export { pageRemotes } from './pageRemotes.ts'
