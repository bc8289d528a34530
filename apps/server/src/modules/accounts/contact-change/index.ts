export { notifyContactChange, type ReachedSoFar } from './notify.ts'
