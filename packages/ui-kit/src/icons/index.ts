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
export { MenuIcon, type MenuIconName, menuIconNames } from './MenuIcon.tsx'
