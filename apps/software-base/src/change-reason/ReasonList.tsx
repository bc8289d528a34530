import { type ListedReason, maxReasons } from '@atrium/contract'
import { Button, Input } from '@atrium/ui-kit'
import { IconArrowDown, IconArrowUp, IconClose } from '@atrium/ui-kit/icons'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useChangeReasonText } from './texts/index.ts'

interface ReasonListProps {
  readonly value?: readonly ListedReason[]
  readonly onChange?: (reasons: readonly ListedReason[]) => void
}

const newReason: ListedReason = { code: '', name: '', nameEn: '', enabled: true }

/** The reasons to choose from, in their order. */
export function ReasonList({ value = [], onChange }: ReasonListProps) {
  const t = useChangeReasonText()
  const edit = (index: number, change: Partial<ListedReason>) =>
    onChange?.(value.map((reason, at) => (at === index ? { ...reason, ...change } : reason)))
  const move = (index: number, step: number) => {
    const others = value.filter((_, at) => at !== index)
    onChange?.([
      ...others.slice(0, index + step),
      ...value.slice(index, index + 1),
      ...others.slice(index + step),
    ])
  }
  return (
    <div className="reason-list">
      {value.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t('code')}</th>
              <th>{t('name')}</th>
              <th>{t('nameEn')}</th>
              <th>{t('enabled')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {value.map(({ code, name, nameEn, enabled }, index) => {
              const position = index + 1
              return (
                <tr key={index}>
                  <td>
                    <Input
                      aria-label={t('codeOf', { position })}
                      value={code}
                      onChange={(text) => edit(index, { code: text })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={t('nameOf', { position })}
                      value={name}
                      onChange={(text) => edit(index, { name: text })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={t('nameEnOf', { position })}
                      value={nameEn}
                      onChange={(text) => edit(index, { nameEn: text })}
                    />
                  </td>
                  <td>
                    <CheckBox
                      name={t('enabledOf', { position })}
                      checked={enabled}
                      onChange={(checked) => edit(index, { enabled: checked })}
                    />
                  </td>
                  <td className="reason-tools">
                    <Button
                      type="text"
                      size="small"
                      icon={<IconArrowUp />}
                      aria-label={t('up', { position })}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<IconArrowDown />}
                      aria-label={t('down', { position })}
                      disabled={position === value.length}
                      onClick={() => move(index, 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<IconClose />}
                      aria-label={t('remove', { position })}
                      onClick={() => onChange?.(value.filter((_, at) => at !== index))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <Button disabled={value.length >= maxReasons} onClick={() => onChange?.([...value, newReason])}>
        {t('add')}
      </Button>
    </div>
  )
}
