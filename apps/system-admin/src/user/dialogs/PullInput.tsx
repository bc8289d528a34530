import { userPull, userTypes } from '@atrium/contract'
import { Rejection, send } from '@atrium/shared-api'
import { Button, Form, Input } from '@atrium/ui-kit'
import { type KeyboardEvent, useState } from 'react'
import { useSystemText } from '../../texts/index.ts'

interface Props {
  readonly id?: string
  /** Id of the found user, or ''. */
  readonly value?: string
  readonly onChange?: (ucId: string) => void
}

/** Form values while no user is found. Fields that are left empty keep the values of a found user. */
const nobody = {
  fullName: '',
  userName: '',
  email: '',
  phone: '',
  language: 'zh',
  userType: userTypes.normal,
}

/** Finds a user by the complete e-mail address or phone number, and fills in the user's data. */
export function PullInput({ id, value = '', onChange }: Props) {
  const t = useSystemText()
  const { form } = Form.useFormContext()
  const [contact, setContact] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const fill = (ucId: string, fields: object) => {
    onChange?.(ucId)
    form.setFieldsValue(fields)
    form.setFields(Object.fromEntries(Object.keys(nobody).map((name) => [name, { error: undefined }])))
  }
  const find = async () => {
    setBusy(true)
    setProblem('')
    try {
      const typed = contact.trim()
      const input = typed.includes('@') ? { email: typed } : { phone: typed }
      const { ucId, ...found } = await send(userPull, input, { quiet: true, overlay: false })
      fill(ucId, { ...found, language: undefined, userType: undefined })
    } catch (error) {
      if (error instanceof Rejection) setProblem(error.errors[0]?.message ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  const findOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // without this, Enter submits the form
    void find()
  }

  if (value !== '') {
    return (
      <div id={id} className="user-pulled">
        <span>{t('user.pull.found')}</span>
        <Button size="small" type="text" onClick={() => fill('', nobody)}>
          {t('user.pull.undo')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <div className="user-pull">
        <Input
          id={id}
          value={contact}
          onChange={setContact}
          onKeyDown={findOnEnter}
          maxLength={254}
          aria-label={t('user.pull.label')}
          placeholder={t('user.pull.placeholder')}
        />
        <Button loading={busy} disabled={contact.trim() === ''} onClick={find}>
          {t('user.pull.find')}
        </Button>
      </div>
      <div className="user-pull-problem" role="status">
        {problem}
      </div>
    </>
  )
}
