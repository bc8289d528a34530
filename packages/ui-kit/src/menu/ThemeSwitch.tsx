import { IconDesktop, IconMoon, IconSun } from '@arco-design/web-react/icon'
import { setTheme, type Theme, themes, useContractText, useTheme } from '@atrium/shared-api'
import { MenuButton } from './MenuButton.tsx'

const icons: Readonly<Record<Theme, typeof IconSun>> = { light: IconSun, dark: IconMoon, auto: IconDesktop }

/**
 * Chooses between light, dark and the system's theme.
 * @param props.grey whether the grey text colour is used
 */
export function ThemeSwitch({ grey = false }: { readonly grey?: boolean }) {
  const t = useContractText()
  const present = useTheme()
  const Present = icons[present]
  const items = themes.map((theme) => {
    const Icon = icons[theme]
    return {
      key: theme,
      label: t(`theme.${theme}`, {}),
      icon: <Icon aria-hidden="true" />,
      current: theme === present,
      onChoose: () => setTheme(theme),
    }
  })
  const label = t('theme.label', { theme: t(`theme.${present}`, {}) })
  return (
    <MenuButton label={label} items={items} className={grey ? 'language-grey' : ''}>
      <Present aria-hidden="true" />
    </MenuButton>
  )
}
