import {
  IconApps,
  IconArchive,
  IconBook,
  IconBranch,
  IconBulb,
  IconCalendar,
  IconCheckCircle,
  IconCloud,
  IconCommon,
  IconCompass,
  IconDashboard,
  IconDesktop,
  IconEmail,
  IconExperiment,
  IconEye,
  IconFile,
  IconFolder,
  IconHeart,
  IconHistory,
  IconHome,
  IconIdcard,
  IconLayout,
  IconLink,
  IconList,
  IconLocation,
  IconLock,
  IconMessage,
  IconMindMapping,
  IconMobile,
  IconNotification,
  IconPen,
  IconPhone,
  IconPublic,
  IconQuestionCircle,
  IconSafe,
  IconSchedule,
  IconSettings,
  IconStamp,
  IconStar,
  IconStorage,
  IconTags,
  IconTool,
  IconUser,
  IconUserAdd,
  IconUserGroup,
} from '@arco-design/web-react/icon'

/** Icons available to menu entries, by the names that the server stores. */
const menuIcons = {
  IconApps,
  IconArchive,
  IconBook,
  IconBranch,
  IconBulb,
  IconCalendar,
  IconCheckCircle,
  IconCloud,
  IconCommon,
  IconCompass,
  IconDashboard,
  IconDesktop,
  IconEmail,
  IconExperiment,
  IconEye,
  IconFile,
  IconFolder,
  IconHeart,
  IconHistory,
  IconHome,
  IconIdcard,
  IconLayout,
  IconLink,
  IconList,
  IconLocation,
  IconLock,
  IconMessage,
  IconMobile,
  IconNotification,
  IconPen,
  IconPhone,
  IconPublic,
  IconQuestionCircle,
  IconMindMapping,
  IconSafe,
  IconSchedule,
  IconSettings,
  IconStamp,
  IconStar,
  IconStorage,
  IconTags,
  IconTool,
  IconUser,
  IconUserAdd,
  IconUserGroup,
} as const

export type MenuIconName = keyof typeof menuIcons

/** Names of the icons, to choose from. */
export const menuIconNames = Object.keys(menuIcons) as MenuIconName[]

const isMenuIconName = (name: string): name is MenuIconName => Object.hasOwn(menuIcons, name)

/** Returns the icon with a name; a default icon for unknown names. */
const menuIconOf = (name: string) => (isMenuIconName(name) ? menuIcons[name] : IconApps)

/** Shows the icon of a menu entry, by the name that the server stores. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = menuIconOf(name)
  return <Icon aria-hidden="true" />
}
