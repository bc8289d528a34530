import { useState, version } from 'react'
import { createRoot } from 'react-dom/client'
import { Remote } from './Remote.jsx'

/** The portal's own server knows who is signed in to the portal, and gets them a session of Atrium. */
async function session() {
  const answer = await fetch('/session')
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

function Portal() {
  const [language, setLanguage] = useState('en')
  const [theme, setTheme] = useState('light')
  const [path, setPath] = useState()
  const [isThere, setThere] = useState(true)
  const [shown, setShown] = useState('')
  const [trouble, setTrouble] = useState('')
  return (
    <div className={theme}>
      <nav>
        <strong>Portal, React {version}</strong>
        <button type="button" onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}>
          中文 / English
        </button>
        <button type="button" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
          Light / dark
        </button>
        <button type="button" onClick={() => setPath('/systemManger/site')}>
          Sites
        </button>
        <button type="button" onClick={() => setThere(!isThere)}>
          Remove / show
        </button>
        <output id="shown">{shown}</output>
        <output id="trouble">{trouble}</output>
      </nav>
      {isThere && (
        <Remote
          name="system-admin"
          path={path}
          language={language}
          theme={theme}
          session={session}
          basename="/administration"
          onNavigate={setShown}
          onSessionInvalid={() => setTrouble('The session has ended')}
          onError={({ stage, message }) => setTrouble(`${stage}: ${message}`)}
        />
      )}
    </div>
  )
}

createRoot(document.getElementById('portal')).render(<Portal />)
