import './calendar.css'
