-- Answers that enter a report are found by their ids: by survey and id, the planner takes a survey that it thinks is small for the outer
-- side of the join, and reads what waits once for each of its answers.
create index survey_answers_id on survey_answers (id);
