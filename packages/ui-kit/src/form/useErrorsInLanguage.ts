import type { FormInstance } from '@arco-design/web-react'
import { useLanguage } from '@atrium/shared-api'
import { useEffect, useRef } from 'react'

/**
 * Says the complaints that a form shows in the page's language when it changes: those fields are checked again. What
 * the server said goes: only the server can say it anew.
 */
export function useErrorsInLanguage(form: FormInstance): void {
  const language = useLanguage()
  const spoken = useRef(language)
  useEffect(() => {
    if (spoken.current === language) return
    spoken.current = language
    const fields = Object.keys(form.getFieldsError())
    if (fields.length > 0) form.validate(fields).catch(() => undefined)
  }, [form, language])
}
