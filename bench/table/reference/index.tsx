import { createRoot } from 'react-dom/client'
import '@arco-design/web-react/es/_util/react-19-adapter.js'
import './styles.ts'
import { UserTable } from './UserTable.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<UserTable />)
