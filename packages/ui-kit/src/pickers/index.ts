import './styles.ts'

export { type CallOptions, useCall } from '../query/index.ts'
export { DictionaryName, DictionarySelect, type DictionarySource } from './dictionary.tsx'
export { type Choice, type LookupProps, LookupSelect } from './LookupSelect.tsx'
export { RegionCascade } from './regions/RegionCascade.tsx'
export { RegionName } from './regions/RegionName.tsx'
export { TenantSelect, type TenantSelectProps } from './tenant/TenantSelect.tsx'
export { type TenantChoiceOptions, useTenantChoice } from './tenant/useTenantChoice.ts'
