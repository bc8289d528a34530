import { type ListedReason, maxReasonCode, maxReasonName, maxReasons } from '@atrium/contract'
import { Button, Input } from '@atrium/ui-kit'
import { IconArrowDown, IconArrowUp, IconClose } from '@atrium/ui-kit/icons'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useEffect, useRef } from 'react'
import { useChangeReasonText } from './texts/index.ts'

interface ReasonListProps {
  readonly value?: readonly ListedReason[]
  readonly onChange?: (reasons: readonly ListedReason[]) => void
}

/** Whether a code is missing or used before. */
const isWrongCode = (reasons: readonly ListedReason[], at: number): boolean =>
  reasons.findIndex(({ code }) => code.trim() === reasons[at]?.code.trim()) < at ||
  reasons[at]?.code.trim() === ''

const newReason: ListedReason = { code: '', name: '', nameEn: '', enabled: true }

/** The reasons to choose from, in their order. */
export function ReasonList({ value = [], onChange }: ReasonListProps) {
  const t = useChangeReasonText()
  const list = useRef<HTMLDivElement>(null)
  /** Selectors of the element that gets the focus once the list has changed, best first. */
  const next = useRef<readonly string[]>([])
  useEffect(() => {
    const found = next.current.map((selector) => list.current?.querySelector<HTMLElement>(selector))
    next.current = []
    found.find((element) => element)?.focus()
  }, [value])
  const change = (reasons: readonly ListedReason[], ...focused: readonly string[]) => {
    next.current = focused
    onChange?.(reasons)
  }
  const row = (index: number, selector: string) => `tbody tr:nth-child(${index + 1}) ${selector}`
  const edit = (index: number, edited: Partial<ListedReason>) =>
    onChange?.(value.map((reason, at) => (at === index ? { ...reason, ...edited } : reason)))
  // The focus stays with the moved reason, so that the same key moves it on.
  const move = (index: number, step: 1 | -1) => {
    const others = value.filter((_, at) => at !== index)
    const to = index + step
    change(
      [...others.slice(0, to), ...value.slice(index, index + 1), ...others.slice(to)],
      row(to, `[data-step="${step}"]:enabled`),
      row(to, `[data-step="${-step}"]`),
    )
  }
  const remove = (index: number) =>
    change(
      value.filter((_, at) => at !== index),
      row(index, '.reason-removal'),
      row(index - 1, '.reason-removal'),
      '.reason-addition',
    )
  const add = () => change([...value, newReason], row(value.length, 'input'))
  return (
    <div className="reason-list" ref={list}>
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
                      placeholder={t('code')}
                      maxLength={maxReasonCode}
                      data-wrong={isWrongCode(value, index)}
                      value={code}
                      onChange={(text) => edit(index, { code: text })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={t('nameOf', { position })}
                      placeholder={t('name')}
                      maxLength={maxReasonName}
                      data-wrong={name.trim() === ''}
                      value={name}
                      onChange={(text) => edit(index, { name: text })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={t('nameEnOf', { position })}
                      placeholder={t('nameEn')}
                      maxLength={maxReasonName}
                      value={nameEn}
                      onChange={(text) => edit(index, { nameEn: text })}
                    />
                  </td>
                  <td data-label={t('enabled')}>
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
                      data-step={-1}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<IconArrowDown />}
                      aria-label={t('down', { position })}
                      data-step={1}
                      disabled={position === value.length}
                      onClick={() => move(index, 1)}
                    />
                    <Button
                      className="reason-removal"
                      type="text"
                      size="small"
                      icon={<IconClose />}
                      aria-label={t('remove', { position })}
                      onClick={() => remove(index)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <Button className="reason-addition" disabled={value.length >= maxReasons} onClick={add}>
        {t('add')}
      </Button>
    </div>
  )
}
