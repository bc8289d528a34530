import { useEffect, useRef } from 'react'

/**
 * A remote of Atrium as a React component. It is mounted once; what changes later is handed on, and what the user has
 * typed meanwhile stays.
 */
export function Remote({
  name,
  path,
  language,
  theme,
  session,
  basename,
  onNavigate,
  onSessionInvalid,
  onError,
}) {
  const element = useRef(null)
  const mounted = useRef(null)
  const latest = useRef({})
  latest.current = { path, language, theme, session, onNavigate, onSessionInvalid, onError }

  useEffect(() => {
    if (!window.Atrium) {
      const missing = new Error('embed.js has not come')
      latest.current.onError?.(Object.assign(missing, { stage: 'script', remote: name }))
      return
    }
    // What changes from here on goes the way below.
    const { path, language, theme, session } = latest.current
    mounted.current = window.Atrium.mount(name, element.current, {
      path,
      language,
      theme,
      session,
      basename,
      onNavigate: (...told) => latest.current.onNavigate?.(...told),
      onSessionInvalid: () => latest.current.onSessionInvalid?.(),
      onError: (error) => latest.current.onError?.(error),
    })
    return () => mounted.current.unmount()
  }, [name, basename])

  useEffect(() => mounted.current?.update({ language, theme }), [language, theme])
  useEffect(() => mounted.current?.update({ path }), [path])
  // A function stays, and is called whenever a session is needed.
  const token = session?.token
  useEffect(() => {
    if (token) mounted.current?.update({ session: { token } })
  }, [token])

  return <div ref={element} />
}
