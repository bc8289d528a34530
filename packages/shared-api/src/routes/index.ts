export { isPublic, pathOf, routeNameAt } from './find.ts'
export { type Go, type GoOptions, useGo } from './go.ts'
export { type RouteName, routeTable, type SuiteRoute } from './table.ts'
export { prefixOf as versionPrefixOf, versionPrefix } from './version.ts'
