export {
  IconArrowDown,
  IconArrowUp,
  IconClose,
  IconDesktop,
  IconDown,
  IconDragDotVertical,
  IconIdcard,
  IconLock,
  IconMenu,
  IconMenuFold,
  IconMenuUnfold,
  IconMoon,
  IconPoweroff,
  IconQuestionCircle,
  IconSun,
  IconUp,
} from '@arco-design/web-react/icon'
export { MenuIcon } from './MenuIcon.tsx'
export { type MenuIconName, menuIconNames } from './menu-icons.ts'
