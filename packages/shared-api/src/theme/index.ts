export { followTheme, setTheme, type Theme, themes, useTheme } from './theme.ts'
