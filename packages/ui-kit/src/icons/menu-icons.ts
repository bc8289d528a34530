import {
  IconApps,
  IconBook,
  IconBranch,
  IconCalendar,
  IconCloud,
  IconCommon,
  IconDesktop,
  IconEmail,
  IconExperiment,
  IconFile,
  IconFolder,
  IconHome,
  IconIdcard,
  IconLink,
  IconList,
  IconLocation,
  IconLock,
  IconMessage,
  IconPublic,
  IconSafe,
  IconSchedule,
  IconSettings,
  IconStorage,
  IconUser,
  IconUserAdd,
  IconUserGroup,
} from '@arco-design/web-react/icon'

/** The icons that a menu entry may name, by the names that the server stores. */
export const menuIcons = {
  IconApps,
  IconBook,
  IconBranch,
  IconCalendar,
  IconCloud,
  IconCommon,
  IconDesktop,
  IconEmail,
  IconExperiment,
  IconFile,
  IconFolder,
  IconHome,
  IconIdcard,
  IconLink,
  IconList,
  IconLocation,
  IconLock,
  IconMessage,
  IconPublic,
  IconSafe,
  IconSchedule,
  IconSettings,
  IconStorage,
  IconUser,
  IconUserAdd,
  IconUserGroup,
} as const

export type MenuIconName = keyof typeof menuIcons

const isMenuIconName = (name: string): name is MenuIconName => Object.hasOwn(menuIcons, name)

/** The icon of a name; a plain one for a name that is none. */
export const menuIconOf = (name: string) => (isMenuIconName(name) ? menuIcons[name] : IconApps)
