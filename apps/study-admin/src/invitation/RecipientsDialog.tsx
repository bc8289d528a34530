import {
  categories,
  type InputOf,
  type InvitationResult,
  type inviteCtms,
  type inviteEdc,
  type inviteEtmf,
  type inviteIwrs,
  maxInvited,
  type TenantUser,
  tenantMemberRole,
  tenantUserList,
  userTypesOfStudy,
} from '@atrium/contract'
import { profile, useLabels } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { type ColumnsOf, EmptyState } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { PickerField } from '@atrium/ui-kit/picker-dialog'
import {
  entryChoices,
  type LookupProps,
  LookupSelect,
  offeredAtOnce,
  PeriodFields,
  TenantRoleSelect,
  useLookupSearch,
} from '@atrium/ui-kit/pickers'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { addressesIn } from './addresses.ts'
import type { InWords } from './ReplaceDialog.tsx'
import { type ChangesCall, useReplacement } from './use-replacement.tsx'
import { useRoleQuestion } from './use-role-question.ts'

/** Calls that send invitations, one for each product. */
export type InviteCall = typeof inviteEdc | typeof inviteIwrs | typeof inviteCtms | typeof inviteEtmf

/** Returns a call's field names for invited people. Those of CTMS and eTMF begin with capitals. */
const fieldsOf = ({ path }: InviteCall) =>
  path.endsWith('ctms') || path.endsWith('etmf')
    ? ({ role: 'UserRole', type: 'UserTypeId', users: 'UserList' } as const)
    : ({ role: 'userRole', type: 'userTypeId', users: 'userList' } as const)

/** Returns the same invitation for other people. */
export const invitingOthers = <C extends InviteCall>(
  call: C,
  values: InputOf<C>,
  { userList, EmailList }: InvitationResult['retry'],
): InputOf<C> => ({
  ...values,
  EmailList,
  [fieldsOf(call).users]: userList,
  replacing: values.replacing?.filter((id) => userList.includes(id)),
})

/** Returns an invitation that makes people members of the tenant, unless another role is chosen. */
export const invitingMembers = <C extends InviteCall>(
  call: C,
  values: Partial<InputOf<C>>,
): Partial<InputOf<C>> => ({
  ...values,
  [fieldsOf(call).role]: tenantMemberRole,
})

/** Selects one of the user types of a study's tenant. */
function TypeSelect({ studyUrlId, ...lookup }: LookupProps & { readonly studyUrlId: string }) {
  const ofStudy = { studyUrlId, categoryId: categories.userType }
  const found = useLookupSearch(
    {
      call: userTypesOfStudy,
      page: (keyWord) => ({ ...ofStudy, keyWord, limit: offeredAtOnce }),
      one: (id) => ({ ...ofStudy, id }),
      choicesOf: entryChoices,
      staleTime: 0,
    },
    lookup.value ?? '',
  )
  return <LookupSelect {...lookup} {...found} />
}

interface AddressesProps {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (addresses: readonly string[]) => void
  readonly onBlur?: (event: unknown) => void
  readonly error?: boolean
}

/** Text field for e-mail addresses. In a `Field`, the value is the list of addresses. */
function AddressesInput({ id, value = [], onChange, onBlur, error }: AddressesProps) {
  const t = useStudyText()
  const [typed, type] = useState(() => value.join(', '))
  return (
    <>
      <Input.TextArea
        id={id}
        rows={3}
        value={typed}
        placeholder={t('invitation.emailsPlaceholder')}
        status={error ? 'error' : undefined}
        spellCheck={false}
        onBlur={onBlur}
        onChange={(text) => {
          type(text)
          onChange?.(addressesIn(text))
        }}
      />
      <output className="invitation-addresses">
        {value.length > 0 && t('invitation.addresses', { count: value.length })}
      </output>
    </>
  )
}

const nameOf = ({ displayName }: TenantUser) => displayName

function useColumns(): ColumnsOf<typeof tenantUserList> {
  const label = useLabels('tenantUser')
  return useMemo(
    () => [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 120,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 130 },
      { key: 'email', title: label('email'), width: 200 },
      { key: 'phone', title: label('phone'), width: 130 },
    ],
    [label],
  )
}

const Field = fieldOf({} as InviteCall)
const refreshes = [tenantUserList]

interface Props<C extends InviteCall> {
  readonly call: C
  readonly changes: ChangesCall
  readonly inWords: InWords
  readonly softName: string
  readonly tenantId: string
  readonly studyUrlId: string
  readonly state: EntityDialogState<InputOf<C>>
  readonly onSent: (values: InputOf<C>, result: InvitationResult) => void
}

/** Last step of an invitation: asks for the period, the recipients and their membership in the tenant. */
export function RecipientsDialog<C extends InviteCall>({
  call,
  changes,
  inWords,
  softName,
  tenantId,
  studyUrlId,
  state,
  onSent,
}: Props<C>) {
  const t = useStudyText()
  const { role, type, users } = fieldsOf(call)
  const input = useMemo(() => ({ tenantId }), [tenantId])
  const mayGrantRole = useRoleQuestion(role, tenantId)
  const replacement = useReplacement({ call: changes, users, softName, inWords })
  const mayBeSaved = async (values: Readonly<Record<string, unknown>>) => {
    const input = await replacement.ask(values)
    return input !== false && (await mayGrantRole(input)) && input
  }
  return (
    <>
      <EntityDialog
        state={state}
        call={call}
        name={t('invitation.title')}
        title={t('invitation.recipients')}
        ok={t('invitation.send')}
        waiting={t('invitation.delivering')}
        width={1000}
        history="none"
        tenantId={tenantId}
        refreshes={refreshes}
        mayBeSaved={mayBeSaved}
        done={() => undefined}
        onSaved={(result, sent) => onSent(sent, result)}
      >
        <PeriodFields
          of={Field}
          from="accessFrom"
          until="accessUntil"
          hint={t('invitation.periodHint', { zone: profile().timeZone })}
        />
        <div className="invitation-membership">
          <div className="field-row">
            <Field name={role} extra={t('invitation.roleHint')}>
              <TenantRoleSelect tenantId={tenantId} />
            </Field>
            <Field name={type}>
              <TypeSelect studyUrlId={studyUrlId} />
            </Field>
          </div>
          <PeriodFields of={Field} from="memberFrom" until="memberUntil" hint={t('invitation.memberHint')} />
        </div>
        {/* At least one of the two fields is required. */}
        <Field name="EmailList" required={false} extra={t('invitation.emailsHint', { max: maxInvited })}>
          <AddressesInput />
        </Field>
        <Field name={users} required={false}>
          <PickerField
            call={tenantUserList}
            input={input}
            placeholder={t('invitation.people.search')}
            name="invitationPeople"
            label={t('invitation.people.label')}
            columns={useColumns()}
            nameOf={nameOf}
            max={maxInvited}
            empty={
              <EmptyState title={t('invitation.people.empty')} hint={t('invitation.people.emptyHint')} />
            }
            noMatch={
              <EmptyState title={t('invitation.people.noMatch')} hint={t('invitation.people.noMatchHint')} />
            }
          />
        </Field>
      </EntityDialog>
      {replacement.dialog}
    </>
  )
}
