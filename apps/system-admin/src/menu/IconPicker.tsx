import { containsFolded } from '@atrium/contract'
import { Input } from '@atrium/ui-kit'
import { MenuIcon, menuIconNames } from '@atrium/ui-kit/icons'
import { useId, useState } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Props {
  readonly id?: string
  /** Name of the icon's component. */
  readonly value?: string
  readonly onChange?: (name: string) => void
}

/** Chooses an icon for a menu. Icons can be searched by what they show. */
export function IconPicker({ id, value, onChange }: Props) {
  const t = useSystemText()
  const name = useId()
  const [typed, setTyped] = useState('')
  const found = menuIconNames
    .map((icon) => ({ icon, label: t(`menu.icons.${icon}`) }))
    .filter(({ icon, label }) => containsFolded(`${label} ${icon}`, typed))
  return (
    <div id={id} className="icon-picker">
      <Input
        allowClear
        maxLength={50}
        aria-label={t('menu.searchIcon')}
        placeholder={t('menu.searchIcon')}
        value={typed}
        onChange={setTyped}
        // Without this, Enter would submit the dialog's form.
        onPressEnter={(event) => event.preventDefault()}
      />
      <div className="icon-choices" role="radiogroup" aria-label={t('menu.icon')}>
        {found.map(({ icon, label }) => (
          <label key={icon} title={label}>
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={icon === value}
              onChange={() => onChange?.(icon)}
            />
            <MenuIcon name={icon} />
          </label>
        ))}
      </div>
      {found.length === 0 && <p className="icon-none">{t('menu.noIcon')}</p>}
    </div>
  )
}
