import { type Call, type ListedUser, userUpdateImportant } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../../texts/index.ts'
import { ContactFields } from './ContactFields.tsx'

interface Props {
  readonly state: EntityDialogState<ListedUser>
  readonly refreshes: readonly Call[]
}

/** Edits a user's name, e-mail address and phone number. */
export function ImportantDialog({ state, refreshes }: Props) {
  const t = useSystemText()
  const own = useSession(({ user }) => user?.id === state.subject?.values.id)
  return (
    <EntityDialog
      state={state}
      call={userUpdateImportant}
      name={t('user.important.name', { name: state.subject?.values.displayName ?? '' })}
      width={560}
      history={({ id, displayName }) => ({ entity: 'app_user', entityId: id, name: displayName })}
      refreshes={refreshes}
    >
      <ContactFields
        reachFixed={own}
        emailHint={t(own ? 'user.important.ownHint' : 'user.important.emailHint')}
      />
    </EntityDialog>
  )
}
