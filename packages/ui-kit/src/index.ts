import './base/styles.ts'
import '@arco-design/web-react/es/_util/react-19-adapter.js'

export { Button, type FormInstance, Message } from '@arco-design/web-react'
export { Form } from './base/arco.ts'
export { ErrorState, type ErrorStateProps } from './base/ErrorState.tsx'
export { lazyPart } from './base/lazyPart.tsx'
export { guardLeaving, type LeaveGuard } from './base/leaveGuard.ts'
export { UiProvider, type UiProviderProps } from './base/UiProvider.tsx'
export { useNarrow } from './base/useNarrow.ts'
export {
  type FieldName,
  type FormSchema,
  fieldOf,
  Input,
  rulesFor,
  SchemaForm,
  type SchemaFormProps,
} from './form/index.ts'
export { LanguageSelector, type LanguageSelectorProps } from './menu/LanguageSelector.tsx'
export { languageNames } from './menu/language-names.ts'
export { MenuButton, type MenuButtonProps, type MenuItem } from './menu/MenuButton.tsx'
export { ThemeSwitch } from './menu/ThemeSwitch.tsx'
