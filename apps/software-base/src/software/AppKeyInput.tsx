import { maskedKey, type Software } from '@atrium/contract'
import { Button, copyText, Input, Message } from '@atrium/ui-kit'
import { shownInstant } from '@atrium/ui-kit/list'
import { useRef } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { newKey } from './new-key.ts'
import './software.css'

/** Returns the hint about a product's key. */
function hintOf(software: Partial<Software>, t: ReturnType<typeof useSoftwareBaseText>): string {
  const { appKey, keySetAt = '', formerKeyEndsAt = '' } = software
  if (appKey !== maskedKey) return t('software.key.missingHint')
  if (formerKeyEndsAt) return t('software.key.formerHint', { time: shownInstant(formerKeyEndsAt) })
  return keySetAt ? t('software.key.setSince', { time: shownInstant(keySetAt) }) : t('software.key.setHint')
}

interface Props {
  /** The stored product, or the initial values of a new one. */
  readonly software?: Partial<Software> | undefined
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: (event: unknown) => void
  readonly error?: boolean
}

/** Input for a product's key. Shows a mask for an unchanged key. A new key can be copied until it is saved. */
export function AppKeyInput({ software = {}, id, value = '', onChange, onBlur, error }: Props) {
  const t = useSoftwareBaseText()
  const box = useRef<HTMLDivElement>(null)
  const hadKey = software.appKey === maskedKey
  const isMasked = value === maskedKey
  const isNew = value !== '' && !isMasked
  const copy = async () => {
    const input = box.current?.querySelector('input') ?? null
    if (await copyText(value, input)) Message.success(t('software.key.copied'))
    else Message.warning(t('software.key.copyFailed'))
  }
  return (
    <div className="app-key" ref={box}>
      <Input
        id={id}
        className="app-key-text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        status={error ? 'error' : undefined}
        onChange={(text) => onChange?.(text)}
        onBlur={onBlur}
        // Selects the mask, so that typing replaces it.
        onFocus={({ target }) => isMasked && target.select()}
      />
      {isNew && <Button onClick={copy}>{t('software.key.copy')}</Button>}
      {isNew && hadKey && <Button onClick={() => onChange?.(maskedKey)}>{t('software.key.keep')}</Button>}
      <Button onClick={() => onChange?.(newKey())}>
        {t(hadKey ? 'software.key.replace' : 'software.key.generate')}
      </Button>
      <p className={isNew ? 'app-key-hint app-key-new' : 'app-key-hint'} role="status">
        {isNew ? t(hadKey ? 'software.key.newReplaces' : 'software.key.newHint') : hintOf(software, t)}
      </p>
    </div>
  )
}
