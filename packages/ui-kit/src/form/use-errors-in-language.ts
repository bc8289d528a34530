import type { FormInstance } from '@arco-design/web-react'
import { useLanguage } from '@atrium/shared-api'
import { useEffect, useRef } from 'react'

/**
 * Shows a form's errors in the page's language when the language changes, by validating those fields again. The
 * server's errors disappear, because only the server can translate them.
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
