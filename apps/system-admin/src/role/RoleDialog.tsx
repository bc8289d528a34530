import { type Call, type RoleWithMenus, roleSave, roleTypes, roleUpdate, superAdmin } from '@atrium/contract'
import { OpenTag } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { MenuNames } from './MenuNames.tsx'
import { RoleFields } from './RoleFields.tsx'

interface Props {
  readonly state: EntityDialogState<RoleWithMenus>
  readonly refreshes: readonly Call[]
}

/** Adds or edits a role with its menus. */
export function RoleDialog({ state, refreshes }: Props) {
  const t = useSystemText()
  const { subject } = state
  const show = useMemo<ShowValue<typeof roleUpdate>>(
    () => ({
      status: (value) => <OpenTag status={Number(value)} />,
      roleType: (value) => t(Number(value) === roleTypes.system ? 'role.system' : 'role.tenant'),
      superAdmin: (value) => t(Number(value) === superAdmin.yes ? 'role.yes' : 'role.no'),
      resourceIdList: (ids) => <MenuNames ids={ids.split(',')} />,
    }),
    [t],
  )
  return (
    <EntityDialog
      state={state}
      call={subject?.mode === 'edit' ? roleUpdate : roleSave}
      name={t('role.name')}
      width={760}
      history={({ id, displayName }) => ({ entity: 'role', entityId: id, name: displayName })}
      refreshes={refreshes}
      show={show}
    >
      <RoleFields inUse={subject?.values.inUse ?? false} />
    </EntityDialog>
  )
}
