export { manualOf, manuals } from './manuals.ts'
