export { LanguageSelector, type LanguageSelectorProps } from './LanguageSelector.tsx'
export { languageNames } from './language-names.ts'
export { MenuButton, type MenuButtonProps, type MenuItem } from './MenuButton.tsx'
export { ThemeSwitch } from './ThemeSwitch.tsx'
