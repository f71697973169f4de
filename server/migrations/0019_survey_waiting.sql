-- What waits for its group is few rows among the tallies of a survey.
create index survey_tallies_waiting on survey_tallies (survey_id) where entered_on is null;
