export * from './address/index.ts'
export * from './i18n/index.ts'
export { type MountOptions, mountRoutes } from './mount.tsx'
export * from './passwords/index.ts'
export * from './profile/index.ts'
export * from './router.ts'
export * from './routes/index.ts'
export * from './session/index.ts'
export {
  readCookie,
  sealedKeys,
  sealStoredValues,
  storageKeys,
  writeCookie,
} from './storage/index.ts'
export * from './store.ts'
export * from './theme/index.ts'
export * from './transport/index.ts'
