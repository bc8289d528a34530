import '@arco-design/web-react/es/Select/style/css.js'
import './pickers.css'

export { type CallOptions, useCall } from '../base/query.ts'
export { DateInput, type DateInputProps } from './DateInput.tsx'
export {
  DictionaryName,
  DictionarySelect,
  type DictionarySource,
  useDictionaryChoices,
} from './dictionary.tsx'
export { type Choice, type LookupProps, LookupSelect } from './LookupSelect.tsx'
export { PlaceOf, placeName, RegionCascade, RegionName, shownPlace } from './regions.tsx'
export { type TenantChoiceOptions, TenantSelect, type TenantSelectProps, useTenantChoice } from './tenant.tsx'
