-- Last of all: functions and tables get the owners that they run as.
select confine_definers();
