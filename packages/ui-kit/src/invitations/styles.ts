import '../list/styles.ts'
import '../overlay/styles.ts'
import './invitations.css'
