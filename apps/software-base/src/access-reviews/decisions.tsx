import {
  accessReviewChange,
  accessReviewChangeRole,
  accessReviewNotices,
  accessReviewRevoke,
  accessReviewRoles,
  accessReviewWork,
} from '@atrium/contract'
import { profile, useContractText, useGo, useLanguage } from '@atrium/shared-api'
import { Button, Form, fieldOf, Input } from '@atrium/ui-kit'
import { listNames, useCall, useMayOpen } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, RadioChoice } from '@atrium/ui-kit/overlay'
import { DateInput, type LookupProps, LookupSelect } from '@atrium/ui-kit/pickers'
import { useAccessReviewText } from './texts/index.ts'

/** Access on which the user decides, with the names of the people as far as they are on the page. */
export interface Deciding {
  readonly ids: string[]
  readonly names: readonly string[]
  readonly tenantId: string
  /** A product among the access; '' without any. */
  readonly softwareId: string
  /** Initial choice of a new last day. */
  readonly unlimited?: boolean
}

interface Props {
  readonly state: EntityDialogState<Deciding>
  readonly onSaved: () => void
}

const refreshes = [accessReviewWork, accessReviewNotices]

/** Number of people that a dialog names. */
const maxNames = 5

/** Names the people, or counts the accesses if they are many. */
function People({ state }: Pick<Props, 'state'>) {
  const t = useAccessReviewText()
  const language = useLanguage()
  const { ids = [], names = [] } = state.subject?.values ?? {}
  const shown = [...new Set(names)]
  return (
    <p className="review-people">
      {t('ofPeople', { count: ids.length })}
      {shown.length > 0 && shown.length <= maxNames && ` · ${listNames(language, shown)}`}
    </p>
  )
}

const ChangeField = fieldOf(accessReviewChange)

/** Fields for a last day, or for no end. */
function LastDay() {
  const t = useAccessReviewText()
  const { form } = Form.useFormContext()
  const unlimited = Form.useWatch('unlimited', form) === true
  const choices = [
    { value: false, label: t('onDay') },
    { value: true, label: t('never') },
  ]
  return (
    <>
      <ChangeField name="unlimited">
        <RadioChoice choices={choices} />
      </ChangeField>
      {!unlimited && (
        <ChangeField name="accessUntil" required extra={profile().timeZone}>
          <DateInput />
        </ChangeField>
      )}
    </>
  )
}

/** Gives access another last day. */
export function ChangeDialog({ state, onSaved }: Props) {
  const t = useAccessReviewText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={accessReviewChange}
      name={t('changeTitle')}
      title={t('changeTitle')}
      width={480}
      history="none"
      ok={t('change')}
      refreshes={refreshes}
      done={() => word('accessReview.done.changed')}
      onSaved={onSaved}
    >
      <People state={state} />
      <LastDay />
      <ChangeField name="reason">
        <Input.TextArea rows={3} />
      </ChangeField>
    </EntityDialog>
  )
}

const RoleField = fieldOf(accessReviewChangeRole)

/** A select of the roles that the user may give in a tenant. */
function RoleSelect({ tenantId, ...lookup }: LookupProps & { readonly tenantId: string }) {
  const { data, isError } = useCall(accessReviewRoles, { tenantId })
  return (
    <LookupSelect
      {...lookup}
      choices={data?.map(({ code, desc }) => ({ value: code, label: desc }))}
      failed={isError}
    />
  )
}

/** Leads to the screen that grants roles in products, which the product has to accept. */
function GrantAgain({ state }: Pick<Props, 'state'>) {
  const t = useAccessReviewText()
  const go = useGo()
  const mayGrant = useMayOpen('authorization')
  const { tenantId = '', softwareId = '' } = state.subject?.values ?? {}
  if (!mayGrant || softwareId === '') return null
  return (
    <Button
      className="review-grant"
      onClick={() => go('authorization', { query: { tenantId, softId: softwareId } })}
    >
      {t('grantAgain')}
    </Button>
  )
}

/** Gives people another role in the tenant or the system. */
export function RoleDialog({ state, onSaved }: Props) {
  const t = useAccessReviewText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={accessReviewChangeRole}
      name={t('roleTitle')}
      title={t('roleTitle')}
      width={480}
      history="none"
      ok={t('changeRole')}
      refreshes={refreshes}
      done={() => word('accessReview.done.changed')}
      onSaved={onSaved}
    >
      <People state={state} />
      <RoleField name="roleId" extra={t('roleOnly')}>
        <RoleSelect tenantId={state.subject?.values.tenantId ?? ''} />
      </RoleField>
      <GrantAgain state={state} />
      <RoleField name="reason">
        <Input.TextArea rows={3} />
      </RoleField>
    </EntityDialog>
  )
}

const RevokeField = fieldOf(accessReviewRevoke)

/** Revokes access. */
export function RevokeDialog({ state, onSaved }: Props) {
  const t = useAccessReviewText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={accessReviewRevoke}
      name={t('revokeTitle')}
      title={t('revokeTitle')}
      width={480}
      history="none"
      ok={t('revoke')}
      refreshes={refreshes}
      done={() => word('accessReview.done.revoked')}
      onSaved={onSaved}
    >
      <People state={state} />
      <p>{t('revokeHint')}</p>
      <RevokeField name="reason">
        <Input.TextArea rows={3} />
      </RevokeField>
    </EntityDialog>
  )
}
