-- A link is read by its token alone, and the key of 0092 begins with the survey.
create index survey_invitations_token on survey_invitations (token_hash);
