import '@arco-design/web-react/es/Select/style/css.js'
import './pickers.css'

export { type CallOptions, useCall } from '../base/query.ts'
export { DateInput, type DateInputProps } from './DateInput.tsx'
export {
  DictionaryName,
  DictionarySelect,
  type DictionarySource,
  entryChoices,
  useDictionaryFilter,
} from './dictionary.tsx'
export { ExtendDialog, type ExtendDialogProps } from './ExtendDialog.tsx'
export { type Extension, extensionOf } from './extension.ts'
export { InstantFilter, type InstantFilterProps } from './InstantFilter.tsx'
export { type Choice, type LookupProps, LookupSelect, type PickedFilterProps } from './LookupSelect.tsx'
export {
  type FoundChoices,
  type LookupSource,
  offeredAtOnce,
  useLookupName,
  useLookupSearch,
} from './lookup.ts'
export { PeriodFields } from './PeriodFields.tsx'
export { PeriodFilter, type PeriodFilterProps } from './PeriodFilter.tsx'
export { RegionCascade, RegionName, RegionOf, regionName, shownRegion } from './regions.tsx'
export { StateFilters, stateFilters } from './StateFilters.tsx'
export { SoftwareFilter, SoftwareName, SoftwareSelect, useSoftwareChoices } from './software.tsx'
export {
  NoTenant,
  type TenantChoiceOptions,
  TenantFilter,
  TenantLookup,
  TenantName,
  TenantSelect,
  type TenantSelectProps,
  usePageTenant,
  usePlatformChoice,
  useTenantChoice,
  useTenantFilters,
} from './tenant.tsx'
export { TenantRoleName, TenantRoleSelect } from './tenant-roles.tsx'
