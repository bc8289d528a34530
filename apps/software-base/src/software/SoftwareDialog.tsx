import {
  type Call,
  type Software,
  signInStyles,
  softwareCodes,
  softwareSave,
  softwareSwitch,
  type Translate,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { shownInstant } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, RadioChoice, type ShowValue } from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { AppKeyInput } from './AppKeyInput.tsx'
import { signInTextOf, useAuthorizationTypes } from './use-software-columns.tsx'

interface Props {
  readonly state: EntityDialogState<Software>
  readonly refreshes: readonly Call[]
}

const Field = fieldOf(softwareSave)

/** Selects how a product authorizes users. The form's value is a number, 0 for none. */
function StyleSelect({ value, ...lookup }: LookupProps) {
  const t = useSoftwareBaseText()
  const { data, isError } = useAuthorizationTypes()
  return (
    <LookupSelect
      {...lookup}
      allowClear
      placeholder={t('software.none')}
      value={Number(value) ? String(value) : ''}
      choices={data?.map(({ code, desc }) => ({ value: code, label: desc }))}
      failed={isError}
    />
  )
}

const StyleName = ({ value }: { readonly value: string }) => {
  const { data } = useAuthorizationTypes()
  return data?.find(({ code }) => code === value)?.desc ?? value
}

const switches = (t: ReturnType<typeof useSoftwareBaseText>) => [
  { value: softwareSwitch.yes, label: t('software.yes') },
  { value: softwareSwitch.no, label: t('software.no') },
]

const signInChoices = (t: Translate) =>
  Object.values(signInStyles).map((value) => ({ value, label: t(signInTextOf(value)) }))

const isDelivered = (id = ''): boolean => Object.values<string>(softwareCodes).includes(id)

/** Adds or edits a product. */
export function SoftwareDialog({ state, refreshes }: Props) {
  const t = useSoftwareBaseText()
  const shared = useContractText()
  const show = useMemo(() => {
    const switched = (value: string) =>
      t(Number(value) === softwareSwitch.yes ? 'software.yes' : 'software.no')
    const style = (value: string) => <StyleName value={value} />
    const shown: ShowValue<typeof softwareSave> = {
      authorizationStyle: style,
      isStudyAuthorization: switched,
      projdbShow: switched,
      signInStyle: (value) => shared(signInTextOf(Number(value))),
    }
    // Not part of the form, but shown if another user has replaced the key meanwhile.
    return { ...shown, keySetAt: shownInstant, formerKeyEndsAt: shownInstant }
  }, [t, shared])
  const before = state.subject?.values
  return (
    <EntityDialog
      state={state}
      call={softwareSave}
      name={t('software.name')}
      width={720}
      history={({ id, displayName }) => ({ entity: 'software', entityId: id, name: displayName })}
      refreshes={refreshes}
      show={show}
    >
      <div className="field-row">
        <Field name="softwareName">
          <Input />
        </Field>
        <Field name="softwareNameEn">
          <Input />
        </Field>
      </div>
      <div className="field-row">
        <Field name="webCode" extra={isDelivered(before?.id) ? t('software.webCodeFixed') : undefined}>
          <Input disabled={isDelivered(before?.id)} />
        </Field>
        <Field name="appCode">
          <Input />
        </Field>
      </div>
      <Field name="appKey">
        <AppKeyInput software={before} />
      </Field>
      <div className="field-row">
        <Field name="validityTime" extra={t('software.neverHint')}>
          <Input />
        </Field>
        <Field name="sort">
          <Input />
        </Field>
      </div>
      <div className="field-row">
        <Field name="authorizationStyle" extra={t('software.styleHint')}>
          <StyleSelect />
        </Field>
        <Field name="isStudyAuthorization">
          <RadioChoice choices={switches(t)} />
        </Field>
        <Field name="projdbShow">
          <RadioChoice choices={switches(t)} />
        </Field>
      </div>
      <Field name="signInStyle" extra={t('software.signInHint')}>
        <RadioChoice choices={signInChoices(shared)} />
      </Field>
      <div className="field-row">
        <Field name="expiredDay">
          <Input />
        </Field>
        <Field name="remindDay">
          <Input />
        </Field>
      </div>
      <Field name="describe">
        <Input.TextArea rows={2} />
      </Field>
    </EntityDialog>
  )
}
