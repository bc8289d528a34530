import { type Call, keyAtRunTime, type ListedUser, userUpdate } from '@atrium/contract'
import { useContractText, useSession } from '@atrium/shared-api'
import { fieldOf, languageNames } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { PeriodFields, shownRegion } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../../texts/index.ts'
import { PersonFields } from './PersonFields.tsx'
import { RoleName, RoleSelect } from './RoleSelect.tsx'

const Field = fieldOf(userUpdate)

/**
 * Initial values of the dialog. They omit the status, so that a concurrent lock by another administrator is kept. The
 * role is undefined for users without one, who get a role only if it is chosen.
 */
export type Basics = Omit<ListedUser, 'status' | 'roleId'> & { readonly roleId: string | undefined }

export const basicsOf = ({ status: _, roleId, ...user }: ListedUser): Basics => ({
  ...user,
  roleId: roleId === '' ? undefined : roleId,
})

interface Props {
  readonly state: EntityDialogState<Basics>
  readonly refreshes: readonly Call[]
}

const isLanguage = (value: string): value is keyof typeof languageNames => value in languageNames

/** Edits a user's role, its period and basic information. */
export function BasicsDialog({ state, refreshes }: Props) {
  const t = useSystemText()
  const word = useContractText()
  const { id, displayName = '', roleId = '', roleName = '' } = state.subject?.values ?? {}
  const own = useSession(({ user }) => user?.id === id)
  const show = useMemo<ShowValue<typeof userUpdate>>(
    () => ({
      roleId: (role) => <RoleName id={role} />,
      sex: (value) => word(keyAtRunTime(`user.value.sex.${value}`)),
      userType: (value) => word(keyAtRunTime(`user.value.userType.${value}`)),
      language: (value) => (isLanguage(value) ? languageNames[value] : value),
      ...shownRegion,
    }),
    [word],
  )
  return (
    <EntityDialog
      state={state}
      call={userUpdate}
      name={t('user.basics.name', { name: displayName })}
      width={720}
      history={({ id, displayName }) => ({ entity: 'app_user', entityId: id, name: displayName })}
      refreshes={refreshes}
      show={show}
    >
      <Field name="roleId" extra={own ? t('user.ownRole') : undefined}>
        <RoleSelect disabled={own} present={{ id: roleId, name: roleName }} />
      </Field>
      <PeriodFields
        of={Field}
        from="roleFrom"
        until="roleUntil"
        hint={own ? t('user.ownPeriod') : undefined}
        disabled={own}
      />
      <PersonFields />
    </EntityDialog>
  )
}
