import { changePassword, type ListedUser, PasswordChangeForm } from '@atrium/contract'
import { encryptPasswords, send, useSession } from '@atrium/shared-api'
import { Button, Form, fieldOf, Message, SchemaForm } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { asText, PasswordInput, useAttempt, useRejection } from '@atrium/ui-kit/sign-in'
import { useId } from 'react'
import { useSystemText } from '../../texts/index.ts'
import { userLists } from '../lists.ts'

const Field = fieldOf({ request: PasswordChangeForm })

interface Props {
  readonly user: ListedUser
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * Sets a user's password, confirmed by the administrator's own password. Needs a new element for each opening, so
 * that the dialog starts empty.
 */
export function PasswordDialog({ user, open, onClose }: Props) {
  const t = useSystemText()
  const id = useId()
  const [form] = Form.useForm()
  const [rejected, setRejected] = useRejection()
  const own = useSession(({ user: caller }) => caller?.userName ?? '')
  const [busy, run] = useAttempt(form, { setRejected })

  const change = (values: Readonly<Record<string, unknown>>) =>
    run(async () => {
      const [password, newPassword] = await encryptPasswords(
        { password: asText(values.password), purpose: 'change-old', name: own },
        { password: asText(values.newPassword), purpose: 'change-new', name: user.userName },
      )
      await send(changePassword, { id: user.id, password, newPassword }, { quiet: true })
      Message.success(t('user.password.done'))
      onClose()
      await refresh(...userLists)
    })
  return (
    <Dialog
      open={open}
      title={t('user.password.title', { name: user.displayName })}
      width={480}
      history={{ entity: 'app_user', entityId: user.id, name: user.displayName }}
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('action.cancel')}
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            {t('user.password.submit')}
          </Button>
        </>
      }
    >
      {rejected && (
        <p className="dialog-problem" role="alert">
          {rejected}
        </p>
      )}
      <SchemaForm id={id} form={form} schema={PasswordChangeForm} onSubmit={change}>
        <Field name="password" label={t('user.password.own')}>
          <PasswordInput size="default" autoComplete="current-password" />
        </Field>
        <Field name="newPassword" extra={t('user.password.hint')}>
          <PasswordInput size="default" autoComplete="new-password" />
        </Field>
        <Field name="rePassword">
          <PasswordInput size="default" autoComplete="new-password" />
        </Field>
      </SchemaForm>
    </Dialog>
  )
}
