import { setTheme, type Theme, themes, useTexts, useTheme } from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { IconDesktop, IconMoon, IconSun } from '@atrium/ui-kit/icons'

const icons: Readonly<Record<Theme, typeof IconSun>> = { light: IconSun, dark: IconMoon, auto: IconDesktop }

/** Light, dark, or as the system is. */
export function ThemeSwitch() {
  const t = useTexts('shell')
  const present = useTheme()
  const Present = icons[present]
  const items = themes.map((theme) => {
    const Icon = icons[theme]
    return {
      key: theme,
      label: t(`bar.${theme}`),
      icon: <Icon aria-hidden="true" />,
      current: theme === present,
      onChoose: () => setTheme(theme),
    }
  })
  return (
    <MenuButton label={t('bar.theme', { theme: t(`bar.${present}`) })} items={items}>
      <Present aria-hidden="true" />
    </MenuButton>
  )
}
