export {
  IconClose,
  IconDesktop,
  IconDown,
  IconIdcard,
  IconLock,
  IconMenu,
  IconMenuFold,
  IconMenuUnfold,
  IconMoon,
  IconPoweroff,
  IconQuestionCircle,
  IconRight,
  IconSun,
  IconSunFill,
  IconUp,
} from '@arco-design/web-react/icon'
export { MenuIcon } from './MenuIcon.tsx'
export { type MenuIconName, menuIcons } from './menu-icons.ts'
