export { type RouteName, routeTable } from '@atrium/contract'
export * from './address/index.ts'
export { useContractText, useLabels, useLanguage, useTexts } from './i18n/hooks.ts'
export {
  addTexts,
  contractText,
  currentLanguage,
  fetchTexts,
  type Namespace,
  retryTexts,
  setLanguage,
  type Text,
  type TextNamespaces,
  TextsMissing,
  textAtRunTime,
  textsOf,
  textsOfPage,
  textsSettled,
  withTexts,
} from './i18n/texts.ts'
export { type MountOptions, mountRoutes } from './mount.tsx'
export { usePageTitle } from './page-title.ts'
export * from './passwords/index.ts'
export * from './profile/index.ts'
export * from './router.ts'
export {
  type Go,
  type GoOptions,
  isPublic,
  pathOf,
  routeNameAt,
  screens,
  useGo,
  versionPrefix,
  versionPrefixOf,
} from './routes.ts'
export * from './session/index.ts'
export {
  encryptedKeys,
  encryptStoredValues,
  readCookie,
  storageKeys,
  writeCookie,
} from './storage/index.ts'
export * from './store.ts'
export * from './theme/index.ts'
export * from './transport/index.ts'
