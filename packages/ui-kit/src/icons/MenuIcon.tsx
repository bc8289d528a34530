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

/** The icons that a menu entry may name, by the names that the server stores. */
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

/** The names of these icons, to choose one from. */
export const menuIconNames = Object.keys(menuIcons) as MenuIconName[]

const isMenuIconName = (name: string): name is MenuIconName => Object.hasOwn(menuIcons, name)

/** The icon of a name; a plain one for a name that is none. */
const menuIconOf = (name: string) => (isMenuIconName(name) ? menuIcons[name] : IconApps)

/** The icon of a menu entry, by the name that the server stores. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = menuIconOf(name)
  return <Icon aria-hidden="true" />
}
